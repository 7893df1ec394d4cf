@main enum WaylandScanner { static func main() {} }
