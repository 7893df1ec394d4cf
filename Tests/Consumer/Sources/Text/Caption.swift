public enum Caption {
  public static let open = "Open"
}
