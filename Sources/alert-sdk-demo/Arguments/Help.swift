/// What the program says about itself.
enum Help {
  enum Topic: String, CaseIterable, Sendable {
    case overview, tour, show, run, renderers, check

    /// The topics that are commands, too.
    static let commands = allCases.filter { $0 != .overview }
  }

  /// The help text of a topic; fits 80 columns.
  static func text(_ topic: Topic) -> String {
    switch topic {
    case .overview: overview
    case .tour: tour + common
    case .show: show + common
    case .run: run + common
    case .renderers: renderers + common
    case .check: check + common
    }
  }

  private static let overview = """
    Shows alerts one at a time, in the right order, on the renderer of your choice.

    Usage:
      alert-sdk-demo [tour]              a guided tour of the queue
      alert-sdk-demo show TITLE …        one alert; the choice goes to stdout
      alert-sdk-demo run [FILE | -] …    many alerts in, one outcome line each out
      alert-sdk-demo renderers [--json]  what can show alerts here, and why not
      alert-sdk-demo check NAME          whether a renderer keeps its rules
      alert-sdk-demo COMMAND --help      more about a command

    Examples:
      alert-sdk-demo show "Backup finished" --severity success
      choice=$(alert-sdk-demo show "Delete 3 files?" \\
        --destructive yes=Delete --cancel no=Keep)
      echo '{"title": "Hello", "priority": "high"}' | alert-sdk-demo run -
      journalctl -f -o json -p warning | alert-sdk-demo run --format journal

    \(options)
    Exit status:
        0  done; for a question: something other than cancel was chosen
        1  cancelled or dismissed
        3  could not ask: no renderer could show it; the reason is on stderr
       64  the command line makes no sense
       65  some lines of the input were bad
       66  the input file cannot be read
       74  output could not be written
      124  the time limit ran out
      130  interrupted (128 and the number of the signal)

    """

  private static let tour = """
    Usage: alert-sdk-demo tour [OPTIONS]

    Shows what the queue does: one alert at a time, priorities with interruption
    and return, duplicates that become one, an update in place, a choice that the
    others wait for, a turn for several questions, a pause. On a terminal it asks
    you; without one it answers itself and ends within a few seconds.


    """

  private static let show = """
    Usage: alert-sdk-demo show [--title] TITLE [OPTIONS]

    Shows one alert. With actions it is a question: the id of the chosen one goes
    to stdout. With fields, a line for each follows: its id, a tab, and what was
    typed; a line break in a value becomes a space, and so does a tab, but in a
    secret. Nothing else goes to stdout.

      --message TEXT             more words under the title
      --severity NAME            info, success, warning or error
      --action ID[=LABEL]        a choice; may be repeated
      --cancel ID[=LABEL]        the choice that changes nothing (exit status 1)
      --destructive ID[=LABEL]   a choice that cannot be undone
      --preferred ID             which action Return stands for; without it: the
                                 cancel action, else the last one that is not
                                 destructive (of a form, the first plain one)
      --field ID[=LABEL]         a text to fill in; without actions, the actions
                                 'submit' and 'cancel' are added
      --secret ID[=LABEL]        the same, not shown while it is typed
      --priority NAME            low, medium, high or an integer
      --timeout SECONDS          taken down after so long (exit status 124)
      --icon NAME                for renderers that have icons
      --progress NUMBER          0 to 1

    Exit status:
        0  done; for a question: something other than cancel was chosen
        1  cancelled or dismissed
        3  could not ask; the reason is on stderr
       64  the command line makes no sense
       74  output could not be written
      124  the time limit of a question ran out
      130  interrupted (128 and the number of the signal)


    """

  private static let run = """
    Usage: alert-sdk-demo run [FILE | -] [--format ndjson|journal] [OPTIONS]

    Shows every alert of the input as soon as its line is read, and writes one
    line of JSON to stdout as each of them ends. Input is FILE, or stdin.

    --format ndjson (the default): one object a line.
      title         the only one that must be there
      id            any text; comes back with the outcome; default: line number
      message, severity, icon, progress (0 to 1)
      actions       [{"id", "title", "role": normal|cancel|destructive,
                      "preferred": true}]
      fields        [{"id", "label", "value", "secure": true}]
      priority      "low", "medium", "high" or an integer
      timeLimit     seconds on screen
      waitLimit     seconds until it must have appeared
      key           alerts with the same key are duplicates
      whenDuplicate    allow, join (default), replace or drop
      whenInterrupted  automatic (default), never, requeue or discard
      source        who it is from

    --format journal: what journalctl -o json writes, also with -f. Entries become
    notices that go by themselves; equal ones become one with a count.

    Outcome lines: {"id": …, "outcome": …, "shownAt": …, "endedAt": …}, times in
    seconds since the start. Outcomes: chose (with "action" and "values"),
    dismissed, timedOut, delivered, withdrawn, superseded (with "by"), dropped and
    failed (with "reason"). How alerts end does not change the exit status.
    A bad line is reported as FILE:LINE: reason on stderr; the rest goes on, and
    the exit status is 65 in the end. INT, TERM and HUP end every alert, write the
    outcome lines that are left, and take effect then.


    """

  private static let renderers = """
    Usage: alert-sdk-demo renderers [--json]

    Lists the renderers of this program, best first: the first one that is
    available is what 'auto' takes. With --renderer or ALERTSDK_RENDERER it says
    whether that makes sense, and which would be used.

      --json    as an array of objects: name, summary, available, reason, options


    """

  private static let check = """
    Usage: alert-sdk-demo check NAME [OPTIONS]

    Tries the rules R1 to R21 of renderers on one of them, by its name or spec,
    and prints a table. Nobody needs to answer: what would need a person, or what
    the renderer cannot do, is 'untested', with the reason. Each rule is named on
    stderr before it is tried; on a terminal, what the renderer itself writes to
    stderr is not shown, but 2>FILE keeps it. Takes about half a minute, most of
    it for many alerts in a row.

    Exit status:
        0  no required rule is broken
        1  at least one is
        3  no alert could be shown here, so nothing is proven
       64  there is no such renderer


    """

  private static let options = """
    Options of every command:
      --renderer SPEC   NAME, NAME:option=value, NAME,NAME (the first that can),
                        NAME+NAME (all at once), or auto; default: the variable
                        ALERTSDK_RENDERER, or else auto
      --events FILE     every event of the queue as a line of JSON; - is stderr
      -h, --help        this text
      -V, --version     the version

    Options may be shortened (--sev warning) and written --name=value.

    """

  private static let common = options
}
