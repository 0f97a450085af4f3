print("alert-sdk-demo")
