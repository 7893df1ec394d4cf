/// The names of punctuation marks for speech: a synthesizer speaks few of them.
///
/// They aren't in `LocalizedText`, whose texts give `|`, `*` and `{` a meaning.
public enum PunctuationNames {
  /// Returns the name of a character in the current language; `nil` if it has none.
  public static func name(of character: String) -> String? {
    let code = Language.current.code
    let names = code == "de" ? german : code == "zh" ? chinese : english
    return names.split(separator: "\n").first { $0.hasPrefix(character + " ") }.map { String($0.dropFirst(2)) }
  }

  private static let english = """
    . period
    , comma
    ? question mark
    ! exclamation mark
    ' apostrophe
    - hyphen
    / slash
    : colon
    ; semicolon
    ( left parenthesis
    ) right parenthesis
    & ampersand
    @ at sign
    " quote
    [ left bracket
    ] right bracket
    { left brace
    } right brace
    # number sign
    % percent
    ^ circumflex
    * star
    + plus
    = equals
    _ underscore
    \\ backslash
    | vertical bar
    ~ tilde
    < less than
    > greater than
    ` grave accent
    ´ acute accent
    ¨ diaeresis
    """

  private static let german = """
    . Punkt
    , Komma
    ? Fragezeichen
    ! Ausrufezeichen
    ' Apostroph
    - Bindestrich
    / Schrägstrich
    : Doppelpunkt
    ; Semikolon
    ( Klammer auf
    ) Klammer zu
    & Und-Zeichen
    @ At-Zeichen
    " Anführungszeichen
    [ eckige Klammer auf
    ] eckige Klammer zu
    { geschweifte Klammer auf
    } geschweifte Klammer zu
    # Raute
    % Prozent
    ^ Zirkumflex
    * Stern
    + plus
    = gleich
    _ Unterstrich
    \\ umgekehrter Schrägstrich
    | senkrechter Strich
    ~ Tilde
    < kleiner als
    > größer als
    ` Gravis
    ´ Akut
    ¨ Trema
    """

  private static let chinese = """
    . 句点
    , 逗号
    ? 问号
    ! 感叹号
    ' 撇号
    - 连字符
    / 斜杠
    : 冒号
    ; 分号
    ( 左括号
    ) 右括号
    & 和号
    @ at 符号
    " 引号
    [ 左方括号
    ] 右方括号
    { 左花括号
    } 右花括号
    # 井号
    % 百分号
    ^ 脱字符
    * 星号
    + 加号
    = 等号
    _ 下划线
    \\ 反斜杠
    | 竖线
    ~ 波浪号
    < 小于号
    > 大于号
    ` 重音符
    ´ 锐音符
    ¨ 分音符
    """
}
