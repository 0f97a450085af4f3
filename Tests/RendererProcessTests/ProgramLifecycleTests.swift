import AlertJSON
import AlertSDK
import Testing

@testable import RendererProcess

/// A lifecycle with a clock that a test turns.
private struct Desk {
  var lifecycle = ProgramLifecycle(label: "fake", limits: ProcessRenderer.Limits())
  var now = ContinuousClock.now

  @discardableResult mutating func after(_ time: Duration, _ event: ProgramLifecycle.Event) -> [ProgramLifecycle.Effect] {
    now += time
    return lifecycle.handle(event, at: now)
  }
  @discardableResult mutating func on(_ event: ProgramLifecycle.Event) -> [ProgramLifecycle.Effect] { after(.zero, event) }
  @discardableResult mutating func says(_ line: String) -> [ProgramLifecycle.Effect] { on(.line(Array(line.utf8))) }

  /// Started, and ready for alerts; alert 1 is up as request 2.
  static func presenting(_ capabilities: String = #""actions","fields","updates""#, content: AlertContent = question) -> Desk {
    var desk = Desk()
    desk.on(.present(1, PresentedAlert(content: content)))
    desk.says(#"{"jsonrpc":"2.0","id":1,"result":{"name":"fake","capabilities":[\#(capabilities)]}}"#)
    desk.on(.drained)
    return desk
  }
}

private let presented = PresentedAlert(content: question)
private func changed(_ title: String) -> PresentedAlert { PresentedAlert(content: AlertContent(title: title, actions: question.actions)) }

extension ProgramLifecycle.Effect {
  fileprivate var sent: String? { if case .send(let json) = self { json.text } else { nil } }
  fileprivate var failure: RendererFailure? { if case .finish(_, .failure(let failure)) = self { failure } else { nil } }
}

@Suite struct ProgramLifecycleTests {
  @Test("A program is started with the first alert, greeted, and handed the alert when it has answered") func start() {
    var desk = Desk()
    #expect(
      desk.on(.present(1, presented)) == [
        .start, .send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["version": 1, "client": "alert-sdk"]]),
      ])
    let effects = desk.says(#"{"jsonrpc":"2.0","id":1,"result":{"name":"f","capabilities":["actions","later"]}}"#)
    #expect(effects.first == .learn(.actions))
    #expect(
      effects.last?.sent
        == #"{"jsonrpc":"2.0","id":2,"method":"present","params":{"id":2,"content":{"severity":"info","title":"Delete?","#
        + #""actions":[{"id":"yes","title":"Yes","role":"normal"},{"id":"no","title":"No","role":"cancel"}]},"repeatCount":1,"waitingCount":0}}"#
    )
  }

  @Test("R3: an answer counts as an appearance; a choice gives the action and what fields began with") func choice() {
    var content = question
    content.fields = [AlertField(id: "a", label: "A", initialValue: "x"), AlertField(id: "p", label: "P", isSecure: true)]
    var desk = Desk.presenting(content: content)
    #expect(desk.says(#"{"jsonrpc":"2.0","method":"appeared","params":{"id":2}}"#) == [.appear(1)])
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"chose","action":"yes","values":{"p":"s"}}}"#)
        == [.appear(1), .finish(1, .response(.chose("yes", values: ["a": "x", "p": "s"])))])
  }

  @Test(
    "R6, R7: a wrong answer loses the alert with the reason, and the program lives on",
    arguments: [
      (#"{"response":"chose","action":"explode"}"#, "no such action"), (#"{"response":"chose"}"#, "no 'action'"),
      (#"{"response":"delivered"}"#, "'delivered' for an alert that needs an answer"),
      (#"{"response":"eaten"}"#, "no 'response' that makes sense"),
      (#"{"response":"withdrawn"}"#, "no 'response' that makes sense"), ("7", "no 'response' that makes sense"),
    ]) func wrong(answer: String, reason: String)
  {
    var desk = Desk.presenting()
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":2,"result":\#(answer)}"#) == [.finish(1, .failure(.lost("fake gave a wrong answer: \(reason)")))])
    #expect(desk.lifecycle.phase == .ready)
  }

  @Test(
    "A line that breaks the protocol ends the program and loses the alert; the line is never quoted (R16)",
    arguments: [
      ("hunter2", "not JSON"), ("[]", "a message is no JSON object"), ("{}", #"a message lacks "jsonrpc":"2.0""#),
      (#"{"jsonrpc":"2.0"}"#, "no 'method', 'result' or 'error'"), (#"{"jsonrpc":"2.0","result":1}"#, "a result lacks the id"),
      (#"{"jsonrpc":"2.0","id":9,"result":{}}"#, "it answered request 9, which it was not sent"),
      (#"{"jsonrpc":"2.0","id":-1,"result":{}}"#, "it answered request -1, which it was not sent"),
      (#"{"jsonrpc":"2.0","id":0,"error":{}}"#, "it answered request 0, which it was not sent"),
      (#"{"jsonrpc":"2.0","id":"2","result":{"response":"dismissed"}}"#, "a result lacks the id"),
      (#"{"jsonrpc":"2.0","id":2.5,"result":{"response":"dismissed"}}"#, "a result lacks the id"),
      (#"{"jsonrpc":"2.0","id":99999999999999999999,"result":{"response":"dismissed"}}"#, "a result lacks the id"),
      (#"{"jsonrpc":"2.0","id":[2],"method":"help"}"#, "the id of a request is no number and no short text"),
      (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 257))","method":"help"}"#, "the id of a request is no number"),
      (
        #"{"jsonrpc":"2.0","id":2,"result":\#(String(repeating: "[", count: 40) + String(repeating: "]", count: 40))}"#,
        "nested more than 32 deep"
      ),
      (#"{"jsonrpc":"2.0","method":7}"#, "a 'method' is no string"),
      (#"{"jsonrpc":"2.0","id":null,"error":{"message":"what?"}}"#, "it did not understand a message: what?"),
    ]) func broken(line: String, reason: String)
  {
    var desk = Desk.presenting()
    let effects = desk.says(line)
    #expect(effects.count == 2 && effects.last == .terminate)
    #expect(effects.first?.failure?.kind == .lost)
    #expect(effects.first?.failure?.reason.contains(reason) == true)
    #expect(effects.first?.failure?.reason.contains("hunter2") == false)
    #expect(desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"dismissed"}}"#) == [], "what it says now counts no more")
    #expect(desk.after(.seconds(1), .timePassed) == [.kill])
  }

  @Test(
    "A late or second answer to what is over is reported and harms no alert, until there are too many",
    arguments: [#""result":{"response":"chose","action":"yes"}"#, #""error":{"code":-1,"message":"e"}"#, #""result":7"#]
  ) func late(answer: String) {
    var desk = Desk.presenting()
    desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"dismissed"}}"#)
    desk.on(.present(2, presented))
    for request in [1, 2] {
      #expect(
        desk.says(#"{"jsonrpc":"2.0","id":\#(request),\#(answer)}"#)
          == [.report("fake answered request \(request), which is over, or answered it twice")])
    }
    #expect(desk.lifecycle.phase == .ready)
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":3,"result":{"response":"chose","action":"yes"}}"#).last == .finish(2, .response(.chose("yes"))))
    for _ in 1..<ProgramLifecycle.noiseLimit - 2 { desk.says(#"{"jsonrpc":"2.0","id":2,\#(answer)}"#) }
    #expect(desk.says(#"{"jsonrpc":"2.0","id":2,\#(answer)}"#).last == .terminate)
  }

  @Test("An answer to what an earlier process was sent is a fault of the new one") func strange() {
    var desk = Desk.presenting()
    desk.on(.ended(.exited(1), lastWords: nil))
    desk.on(.present(2, presented))
    desk.says(#"{"jsonrpc":"2.0","id":3,"result":{"capabilities":["actions"]}}"#)
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"dismissed"}}"#).first?.failure?.reason
        == "fake was ended: it answered request 2, which it was not sent")
  }

  @Test("R11: a failure that the program tells keeps its kind, its time and its reason, made safe") func told() {
    var desk = Desk.presenting()
    let effects = desk.says(
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no \u001b[1mink","data":{"kind":"unavailable","retryAfter":1.5}}}"#)
    let failure = effects.first?.failure
    #expect(failure?.kind == .unavailable && failure?.retryAfter == .milliseconds(1500))
    #expect(failure?.reason.hasPrefix("fake: no ") == true && failure?.reason.contains("\u{1B}") == false)
    desk.on(.present(2, presented))
    #expect(desk.says(#"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"?"}}"#).first?.failure?.kind == .unsupported)
    desk.on(.present(3, presented))
    #expect(desk.says(#"{"jsonrpc":"2.0","id":4,"error":{}}"#).first?.failure == .lost("fake: it gave no reason"))
  }

  @Test("R8: an alert that needs more than the program can do is unsupported, and the next one is shown") func unable() {
    var desk = Desk()
    desk.on(.present(1, presented))
    desk.on(.present(2, PresentedAlert(content: AlertContent(title: "t"))))
    let effects = desk.says(#"{"jsonrpc":"2.0","id":1,"result":{"name":"bell"}}"#)
    #expect(effects.dropFirst().first == .finish(1, .failure(.unsupported("bell cannot show alerts with actions"))))
    #expect(effects.last?.sent?.contains(#""title":"t""#) == true)
  }

  @Test(
    "R8: a claim that means nothing is told, with what may be meant, and is in the reason of what fails for want of it",
    arguments: [
      (#""action""#, #""action" (did you mean "actions"?)"#), (#""teleport","actoins""#, #""teleport""#), ("7", "what is no text"),
      (#""\u001b[1m""#, "\"␛[1m\""),
    ]
  ) func unknownCapability(names: String, words: String) {
    var desk = Desk()
    desk.on(.present(1, presented))
    let effects = desk.says(#"{"jsonrpc":"2.0","id":1,"result":{"capabilities":[\#(names)]}}"#)
    let claim = "claims a capability that is not known, \(words); known: actions, fields, updates, progress"
    #expect(
      effects == [
        .learn([]), .report("fake \(claim)"), .finish(1, .failure(.unsupported("fake cannot show alerts with actions; it \(claim)"))),
      ])
    // The next program is another one.
    desk.on(.ended(.exited(0), lastWords: nil))
    desk.on(.present(2, presented))
    #expect(desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"capabilities":["actions"]}}"#).count == 2)
  }

  @Test("R4: a cancelled alert is withdrawn, and over when the program says so; what it says then does not matter") func withdrawal() {
    for answer in [#""result":{"response":"withdrawn"}"#, #""result":{"response":"dismissed"}"#, #""error":{"message":"gone"}"#] {
      var desk = Desk.presenting()
      #expect(desk.on(.cancel(1)).first?.sent == #"{"jsonrpc":"2.0","method":"withdraw","params":{"id":2}}"#)
      #expect(desk.on(.cancel(1)) == [], "once")
      #expect(desk.says(#"{"jsonrpc":"2.0","id":2,\#(answer)}"#) == [.finish(1, .cancelled)])
      #expect(desk.lifecycle.deadline == desk.lifecycle.stall)
    }
  }

  @Test("S9: a choice that crosses the withdrawal counts") func crossing() {
    var desk = Desk.presenting()
    desk.on(.cancel(1))
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"chose","action":"yes"}}"#).last == .finish(1, .response(.chose("yes"))))
  }

  @Test("R4: a program deaf to a withdrawal is killed, and the call is over") func deaf() {
    var desk = Desk.presenting()
    desk.on(.cancel(1))
    #expect(desk.after(.milliseconds(499), .timePassed) == [])
    #expect(desk.after(.milliseconds(1), .timePassed) == [.finish(1, .cancelled), .kill])
  }

  @Test("R5: cancelled before the program was ready, nothing is sent") func early() {
    var desk = Desk()
    desk.on(.present(1, presented))
    #expect(desk.on(.cancel(1)) == [.finish(1, .cancelled)])
    #expect(desk.says(#"{"jsonrpc":"2.0","id":1,"result":{"name":"fake"}}"#) == [.learn([])])
  }

  @Test("R9: while the program has not read what was sent, only the newest change is kept") func updates() {
    var desk = Desk.presenting()
    #expect(desk.on(.update(1, changed("a"))).first?.sent?.contains(#""method":"update","params":{"id":2,"content""#) == true)
    #expect(desk.on(.update(1, changed("b"))) == [])
    #expect(desk.on(.update(1, changed("c"))) == [])
    let effects = desk.on(.drained)
    #expect(effects.count == 1 && effects.first?.sent?.contains(#""title":"c""#) == true)
  }

  @Test("S22: to a program without updates the alert is presented anew") func renewal() {
    var desk = Desk.presenting(#""actions""#)
    #expect(desk.on(.update(1, changed("a"))).first?.sent?.contains("withdraw") == true)
    #expect(desk.on(.update(1, changed("b"))) == [])
    let effects = desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"withdrawn"}}"#)
    #expect(effects.count == 1 && effects.first?.sent?.contains(#""id":3,"method":"present""#) == true)
    #expect(effects.first?.sent?.contains(#""title":"b""#) == true)
    #expect(desk.says(#"{"jsonrpc":"2.0","id":3,"result":{"response":"dismissed"}}"#).last == .finish(1, .response(.dismissed)))
  }

  @Test("A program that does not read, or does not answer 'initialize', is ended in time") func silent() {
    var desk = Desk()
    desk.on(.present(1, presented))
    desk.on(.drained)
    #expect(
      desk.after(.seconds(5), .timePassed)
        == [.finish(1, .failure(.lost("fake was ended: it did not answer 'initialize' within 5 s"))), .terminate])
    desk = .presenting()
    desk.on(.update(1, changed("a")))
    #expect(
      desk.after(.seconds(5), .timePassed) == [
        .finish(1, .failure(.lost("fake was ended: it did not read its input for 5 s"))), .terminate,
      ])
  }

  @Test("An end is told with its status and last words; a stream that closes just before is not the reason") func end() {
    var desk = Desk.presenting()
    #expect(desk.on(.closed(.output)) == [])
    #expect(
      desk.after(.milliseconds(50), .ended(.exited(3), lastWords: "oh"))
        == [.finish(1, .failure(.lost("fake ended with status 3; its last words: oh")))])
    #expect(desk.lifecycle.phase == .absent)
    desk = .presenting()
    desk.on(.closed(.output))
    #expect(
      desk.after(.milliseconds(100), .timePassed) == [.finish(1, .failure(.lost("fake was ended: it closed its output"))), .terminate])
    desk = Desk()
    desk.on(.present(1, presented))
    #expect(desk.on(.ended(.exited(127), lastWords: nil)).first?.failure == .unsupported("fake ended with status 127"))
  }

  @Test("A program that fails again and again is started after longer and longer rests, and a good one at once") func backOff() {
    var desk = Desk()
    var rests: [Duration] = []
    for number in 1...8 {
      if desk.on(.present(number, presented)).first != .start {
        guard let start = desk.lifecycle.deadline else { break }  // told as unavailable
        rests.append(desk.now.duration(to: start))
        #expect(desk.after(rests.last!, .timePassed).first == .start)
      } else {
        rests.append(.zero)
      }
      desk.on(.ended(.exited(1), lastWords: nil))
    }
    #expect(rests == [0, 0, 100, 200, 400, 800].map { .milliseconds($0) })
    let failure = desk.on(.present(9, presented)).first?.failure
    #expect(failure == .unavailable("fake ended with status 1 (it is given a rest)", retryAfter: .milliseconds(1600)))

    desk = .presenting()
    for request in 3...10 {
      desk.says(#"{"jsonrpc":"2.0","id":\#(desk.lifecycle.lastRequest),"result":{"response":"dismissed"}}"#)
      desk.on(.ended(.killed(signal: 11), lastWords: nil))
      #expect(desk.on(.present(request, presented)).first == .start)
      desk.says(#"{"jsonrpc":"2.0","id":\#(desk.lifecycle.lastRequest),"result":{"capabilities":["actions"]}}"#)
    }
  }

  @Test("A program that goes after an alert, just when the next one comes, is started anew for that one; but not again and again")
  func goesBetween() {
    var desk = Desk.presenting()
    desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"dismissed"}}"#)
    desk.on(.present(2, presented))
    #expect(desk.on(.ended(.exited(0), lastWords: nil)).first == .start)
    desk.says(#"{"jsonrpc":"2.0","id":4,"result":{"capabilities":["actions"]}}"#)
    #expect(desk.on(.ended(.exited(0), lastWords: nil)) == [.finish(2, .failure(.lost("fake ended with status 0")))])

    desk = .presenting()
    desk.says(#"{"jsonrpc":"2.0","id":2,"result":{"response":"dismissed"}}"#)
    desk.on(.present(2, presented))
    desk.says(#"{"jsonrpc":"2.0","method":"appeared","params":{"id":3}}"#)
    #expect(desk.on(.ended(.exited(0), lastWords: nil)).first?.failure?.kind == .lost, "it was seen")
  }

  @Test("A flood of messages ends the program; a rest of them for each alert does not") func flood() {
    var desk = Desk.presenting()
    var effects: [ProgramLifecycle.Effect] = []
    for _ in 0..<ProgramLifecycle.noiseLimit { effects = desk.says(#"{"jsonrpc":"2.0","method":"tick"}"#) }
    #expect(effects.first?.failure?.reason == "fake was ended: it sent 1000 messages that nobody asked for")
  }

  @Test("A request of the program's own is refused") func asked() {
    var desk = Desk.presenting()
    #expect(
      desk.says(#"{"jsonrpc":"2.0","id":"x","method":"help"}"#).first?.sent
        == #"{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"a renderer is asked, it does not ask"}}"#)
  }

  @Test("At the end: exit, then SIGTERM, then SIGKILL; what is up is lost") func stop() {
    var desk = Desk.presenting()
    desk.on(.present(2, presented))
    #expect(
      desk.on(.stop) == [
        .finish(1, .failure(.lost("fake was stopped"))), .finish(2, .failure(.lost("fake was stopped"))),
        .send(["jsonrpc": "2.0", "method": "exit"]), .closeInput,
      ])
    #expect(desk.after(.seconds(1), .timePassed) == [.terminate])
    #expect(desk.after(.seconds(1), .timePassed) == [.kill])
    #expect(desk.lifecycle.deadline == nil)
    #expect(desk.on(.ended(.killed(signal: 9), lastWords: nil)) == [])
    #expect(desk.lifecycle.phase == .absent)
  }

  @Test("R12: random events never trap, and every alert is finished exactly once") func random() {
    let lines = [
      #"{"jsonrpc":"2.0","id":N,"result":{"response":"chose","action":"yes"}}"#,
      #"{"jsonrpc":"2.0","id":N,"result":{"capabilities":["actions"]}}"#,
      #"{"jsonrpc":"2.0","id":N,"result":{"response":"withdrawn"}}"#, #"{"jsonrpc":"2.0","id":N,"error":{"message":"e"}}"#,
      #"{"jsonrpc":"2.0","method":"appeared","params":{"id":N}}"#, "x", #"{"jsonrpc":"2.0","id":7,"method":"m"}"#,
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var (desk, open, last) = (Desk(), Set<Int>(), 0)
      func take(_ effects: [ProgramLifecycle.Effect]) {
        for case .finish(let number, _) in effects { #expect(open.remove(number) != nil) }
      }
      for _ in 0..<40 {
        let number = Int.random(in: 1...max(last, 1), using: &generator)
        switch Int.random(in: 0..<14, using: &generator) {
        case 0, 1:
          last += 1
          open.insert(last)
          take(desk.on(.present(last, presented)))
        case 2: take(desk.on(.update(number, changed("u"))))
        case 3: take(desk.on(.cancel(number)))
        case 4: take(desk.on(.drained))
        case 5 where Bool.random(using: &generator): take(desk.on(.closed(.output)))
        case 6 where desk.lifecycle.phase != .absent && Bool.random(using: &generator): take(desk.on(.ended(.exited(1), lastWords: nil)))
        case 7: take(desk.after(.milliseconds(Int.random(in: 0..<2_000, using: &generator)), .timePassed))
        case 8 where Int.random(in: 0..<10, using: &generator) == 0: take(desk.on(.stop))
        default:
          take(desk.says(lines.randomElement(using: &generator)!.replacing("N", with: "\(desk.lifecycle.lastRequest)")))
        }
      }
      take(desk.on(.stop))
      #expect(open.isEmpty)
    }
  }
}
