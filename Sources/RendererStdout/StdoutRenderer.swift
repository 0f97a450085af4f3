import AlertSDK
