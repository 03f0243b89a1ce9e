/**
 * The codes that a text may have, as data: one row for each, with who reads it. `placeholders.ts` searches with them. Repetition is
 * bounded everywhere, so that no text makes the search slow.
 */
import type { PlaceholderSyntax } from '../format.ts'

/** What a whole text must have so that a pattern is tried in it at all: one of `any`, all of `and`, but not `lacks`. */
export interface Sign {
  readonly any: readonly string[]
  readonly and?: readonly RegExp[]
  readonly lacks?: RegExp
}

/** A path of Windows, TeX or a regular expression has a backslash before other letters, too. */
const PATH = /\b[A-Za-z]:\\|\\(?![nrt"']|u[\dA-Fa-f]{4})/

const SIGNS = {
  percent: { any: ['%'] },
  merge: { any: ['*|', '%%'] },
  // Numbers of Qt begin with 1. Elsewhere a sign before a number is a percentage: in Turkish and Basque it is written so.
  numbered: { any: ['%'], and: [/%L?1(?!\d)/] },
  brace: { any: ['{'] },
  choice: { any: ['{'], and: [/\{\s?\w{1,40}\s?,\s?choice\s?,/] },
  dollar: { any: ['$'] },
  // One alone is rather an amount of money.
  dollars: { any: ['$'], and: [/(?<!\w)\$1(?![\d.,]?\d)/, /(?<!\w)\$2(?![\d.,]?\d)/] },
  angle: { any: ['<', ']]>'] },
  ampersand: { any: ['&'] },
  at: { any: ['@'] },
  address: { any: ['://', 'www.', 'mailto:'] },
  backslash: { any: ['\\'], lacks: PATH },
  // `\r` and `\t` before a small letter are rather a path as well.
  newline: { any: ['\\n'], lacks: new RegExp(`${PATH.source}|\\\\[rt][a-z]`) },
  // One that stands before no letter is no name: then the others are escapes as well.
  backslashes: { any: ['\\'], and: [/\\[nrt](?![A-Za-z])/], lacks: PATH },
  swift: { any: ['\\('] },
  squares: { any: ['[['] },
  // Brackets around a word are rather an editor's remark, where nothing is closed.
  closed_square: { any: ['[/'] },
  interval: { any: ['Inf'] },
  attribute: { any: ['['], and: [/\[[a-z][\w-]{0,40}\s{1,9}[\w-]{1,40}=["'\d]/] },
} as const satisfies Readonly<Record<string, Sign>>

export const ALL_SIGNS: readonly Sign[] = Object.values(SIGNS)
export const SIGN_NAMES: readonly string[] = Object.keys(SIGNS)

export interface CodePattern {
  readonly name: string
  /** The library or standard that reads it, and the part of its description. */
  readonly source: string
  readonly sign: keyof typeof SIGNS
  readonly pattern: RegExp
}

const BBCODES =
  'b|i|u|s|url|email|img|color|size|font|quote|code|pre|center|left|right|list|li|ul|ol|tr|td|th|table|spoiler|youtube|sub|sup|h[1-6]|br|hr|p'

/** What `\n` begins in TeX and in paths of Windows. Words of a text rarely give such a name after the letter: `ew`, `ode`, `abla`. */
const NAMES_IN_N =
  'nabla|name|names|namespaces?|nano|nas|nat|native|natural|nearrow|neg|neq|net|network|new|newcommand|newenvironment|newline|newpage|news|newtheorem|next|nexists|ngeq|nginx|nleq|nmid|noalign|nocite|node|nodes|node_modules|noindent|nolimits|nonumber|normal|normalsize|not|note|notepad|notes|notin|notag|nparallel|npm|nsubseteq|nuget|null|num|numpy|nwarrow'

/** In the order in which they are tried at each place. */
export const CODE_PATTERNS: readonly CodePattern[] = [
  {
    name: 'i18next nesting',
    source: 'i18next, Nesting',
    sign: 'dollar',
    pattern: /\$t\([^()]{0,200}(?:\([^()]{0,200}\)[^()]{0,200})?\)/u,
  },
  {
    name: 'double braces',
    source: 'Mustache, Variables; Handlebars, Block Helpers, Partials; Angular, Pipes; i18next, Interpolation',
    sign: 'brace',
    pattern: /\{\{\{?(?:[^{}]|\{[^{}]{0,100}\}){0,300}\}\}\}?/u,
  },
  {
    name: 'block',
    source: 'Jinja, Template Designer: Statements, Comments; Liquid, Tags; Twig',
    sign: 'brace',
    pattern: /\{%(?:[^%]|%(?!\})){0,300}%\}|\{#(?:[^#{}]|#(?!\})){0,300}#\}/u,
  },
  {
    name: 'signed braces',
    source: 'ECMAScript, Template Literals; Ruby, Format Specifications %{name}; Java, Expression Language',
    sign: 'brace',
    pattern: /[$#%@]\{[^{}]{0,300}\}/u,
  },
  {
    name: 'subtitle override',
    source: 'SubStation Alpha, Style override codes',
    sign: 'brace',
    pattern: /\{\\[^{}]{1,200}\}/u,
  },
  {
    name: 'quoted braces',
    source: "Vue I18n, Literal interpolation {'@'}; Fluent, Quoted Text",
    sign: 'brace',
    pattern: /\{\s?(?:'(?:[^'\s]{0,60}|\s{1,9})'|"(?:[^"\s]{0,60}|\s{1,9})")\s?\}/u,
  },
  {
    name: 'fluent',
    source: 'Fluent, Referencing Terms { -brand(case: "upper") }, Functions { NUMBER($n) }',
    sign: 'brace',
    pattern: /\{\s?(?:-[a-z][\w-]{1,60}(?:\([^{}()]{0,200}\))?|[A-Z]{2,20}\([^{}()]{0,200}\))\s?\}/u,
  },
  {
    name: 'automatic braces',
    source: 'Python, Format String Syntax {:.2f}; Rust, std::fmt {:?}',
    sign: 'brace',
    pattern: /\{(?:![rsa])?(?::[^{}\s][^{}]{0,40})?\}/u,
  },
  {
    name: 'choice',
    source: 'Java, ChoiceFormat in MessageFormat {0,choice,0#none|1#one|1<many}',
    sign: 'choice',
    pattern: /\{\s?\w{1,40}\s?,\s?choice\s?,\s?-?[\d.∞]{1,20}[#<≤]|\|\s?-?[\d.∞]{1,20}[#<≤]/u,
  },
  {
    name: 'named braces',
    source:
      'Python, Format String Syntax {name!r:>10}; .NET, Composite formatting {0,10:C2}; Java, MessageFormat; Angular, Pipes',
    sign: 'brace',
    pattern:
      /\{\s?[\w$@][\w$.[\]-]{0,60}(?:\s*(?:![rsa](?::[^{}]{0,100})?|:(?:[^{}\s][^{}]{0,100}|[^{}]{0,40}\{\w{0,30}\}[^{}]{0,40})|\|[^{}]{1,100}|,\s?-?\d{1,4}(?::[^{}]{1,100})?|,\s*(?:number|date|time|spellout|ordinal|duration|list|choice)\s*(?:,[^{}]{0,100})?))?\s?\}/u,
  },
  {
    name: 'python',
    source: 'Python, printf-style String Formatting %(name)s',
    sign: 'percent',
    pattern: /%\([^()\s][^()]{0,60}\)[-#0 +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]/u,
  },
  {
    name: 'ruby',
    source: 'Ruby, Format Specifications %<name>.2f',
    sign: 'percent',
    pattern: /%[-+0 #]{0,4}\d{0,3}<(?!PRI)\w{1,60}>[-+0 #]{0,4}\d{0,3}(?:\.\d{1,3})?[A-Za-z]/u,
  },
  {
    name: 'objective-c',
    source: 'Apple, Stringsdict %#@name@; String catalogs %arg',
    sign: 'percent',
    pattern: /%(?:\d{1,2}\$?)?#@\w{1,60}@|%arg(?!\w)/u,
  },
  {
    name: 'merge tag',
    source:
      'Mailchimp, Merge tags *|FNAME|*; Salesforce Marketing Cloud, Personalization strings %%First_Name%%, AMPscript',
    sign: 'merge',
    pattern: /\*\|[A-Z][\w:.!=-]{0,80}\|\*|(?<![\d%])%%(?:[A-Za-z_]\w{0,59}|=[^%\n]{1,200}=)%%(?![\w%])/u,
  },
  {
    name: 'variable',
    source: 'Windows, ExpandEnvironmentStrings %NAME%; Symfony, Message placeholders',
    sign: 'percent',
    pattern: /(?<![\d%])%(?!(?:hh?|ll?|[Lqjzt])?[a-zA-Z]%)[A-Za-z_][\w.-]{0,59}\w%(?![\w%$])/u,
  },
  {
    name: 'local digits',
    source: 'glibc, Formatted Output: flag I',
    sign: 'percent',
    pattern: /%(?:\d{1,2}\$)?I\d{0,4}(?:\.\d{1,4})?[diuf](?![A-Za-z])/u,
  },
  {
    name: 'printf',
    source:
      'POSIX, fprintf; C, inttypes <PRIu64>; Go, fmt %v %[1]q; Python %r; Java, Formatter %b %tY; Objective-C, String Format Specifiers %@; Qt, tr %n',
    sign: 'percent',
    pattern:
      /%(?:\d{1,2}\$|\[\d{1,2}\])?[-+#0' ]{0,4}(?:\*(?:\d{1,2}\$)?|\d{1,4})?(?:\.(?:\*(?:\d{1,2}\$)?|\d{0,4}))?(?:<PRI\w{1,10}>|[tT][HIklMSLNpzZsQBbhAaCYyjmdeRrTDFc](?!\p{L})|(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?[diouxXeEfFgGaAcCsSpnm@rqvwbBhHtTU])|%%/u,
  },
  {
    name: 'qt',
    source: 'Qt, QString::arg %1 %L1',
    sign: 'numbered',
    pattern: /%L?\d{1,2}(?![\d$])/u,
  },
  {
    name: 'time',
    source: 'POSIX, strftime',
    sign: 'percent',
    pattern: /(?<!\d)%[-_0^#]?[YBHMSbyjIZzk](?!\p{L})/u,
  },
  {
    name: 'chrome',
    source: 'Chrome, i18n: placeholders $NAME$',
    sign: 'dollar',
    pattern: /\$[A-Za-z_][\w@]{1,60}\$(?!\w)/u,
  },
  {
    name: 'numbered dollars',
    source: 'Chrome, i18n.getMessage: substitutions $1; ECMAScript, GetSubstitution; MediaWiki, Parameters in messages',
    sign: 'dollars',
    pattern: /(?<!\w)\$[1-9](?![\d.,]?\d)/u,
  },
  {
    name: 'server tag',
    source: 'ERB <%= x %>; PHP, Tags <?php ?>; XML 1.0, Processing Instructions',
    sign: 'angle',
    pattern: /<%(?:[^%]|%(?!>)){0,1000}%>|<\?(?:[a-zA-Z]|=)(?:[^?]|\?(?!>)){0,1000}\?>/u,
  },
  {
    name: 'tag',
    source: 'HTML, Tags; XML 1.0, Comments, CDATA Sections; react-i18next, Trans <0>',
    sign: 'angle',
    pattern:
      /<\/?[A-Za-z][\w:.-]{0,60}(?:\s+[\w:@.-]{1,60}(?:\s*=\s*(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'<>=]{1,500}))?){0,40}\s*\/?>|<\/?\d{1,3}\s*\/?>|<!--(?:[^<]|<(?!!--)){0,4000}?-->|<!\[CDATA\[|\]\]>/u,
  },
  {
    name: 'entity',
    source: 'HTML, Character references',
    sign: 'ampersand',
    pattern: /&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});/u,
  },
  {
    name: 'linked message',
    source: "Vue I18n, Linked messages @:key @.lower:{'a.b'}",
    sign: 'at',
    pattern:
      /@(?:\.[a-z]{1,20})?:(?:\([\w.]{1,60}\)|\{'[^'{}\n]{1,60}'\}|\{[\w.]{1,60}\}|[A-Za-z]\w{0,60}(?:\.\w{1,60}){0,9})/u,
  },
  {
    name: 'address',
    source: 'RFC 3986, URI',
    sign: 'address',
    pattern:
      /(?:\b(?:https?|ftp|file):\/\/|\bmailto:|\bwww\.)(?:(?!&(?:[lg]t|quot|#39);)[!#-;=?-~]){0,2000}[\w/#=&%~+@$}-]/u,
  },
  {
    name: 'e-mail',
    source: 'RFC 5321, Mailbox',
    sign: 'at',
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/u,
  },
  {
    name: 'swift',
    source: 'Swift, String Interpolation \\(name)',
    sign: 'swift',
    pattern: /\\\([A-Za-z_][\w.]{0,60}\)/u,
  },
  {
    name: 'escape',
    source: 'JSON, Strings; C, Escape sequences; Java, Properties: in a text that was escaped twice',
    sign: 'backslash',
    // Before a small letter it may be a path or TeX: docs\new, \newline.
    pattern: /\\u[\dA-Fa-f]{4}|\\["']|\\[nrt](?![a-z])|(?<=\\[nrt]|[.!?:;,…)]\s?)\\[nrt]/u,
  },
  {
    name: 'escaped line end',
    source: 'as before: `\\n` before a small letter, where it begins no name',
    sign: 'newline',
    pattern: new RegExp(`\\\\(?!(?:${NAMES_IN_N})(?![a-z]))n`, 'u'),
  },
  {
    name: 'more escapes',
    source: 'as before, in a text that surely has escapes',
    sign: 'backslashes',
    pattern: new RegExp(`\\\\(?:[rt]|(?!(?:${NAMES_IN_N})(?![a-z]))n)`, 'u'),
  },
  {
    name: 'interval',
    source: 'Symfony, Translation: Intervals ]1,Inf[ [-Inf,0]; ISO 31-11',
    sign: 'interval',
    pattern: /[[\]]\s?(?:[-+]?Inf|-?\d{1,9}(?:\.\d{1,9})?)\s?,\s?(?:[-+]?Inf|-?\d{1,9}(?:\.\d{1,9})?)\s?[[\]]/u,
  },
  {
    name: 'double squares',
    source: 'MediaWiki, Links; micro templates [[name]]',
    sign: 'squares',
    pattern: /\[\[\s?[\w.$:-]{1,60}\s?\]\]/u,
  },
  {
    name: 'bbcode',
    source: 'phpBB, BBCode guide [b] [url=…]',
    sign: 'closed_square',
    pattern: new RegExp(
      `\\[/?(?:${BBCODES}|${BBCODES.toUpperCase()})(?:=[^[\\]]{1,300}|(?:\\s[\\w-]{1,30}=[^\\s[\\]]{1,100}){1,9})?\\]|\\[\\*\\]`,
      'u',
    ),
  },
  {
    name: 'shortcode',
    source: 'WordPress, Shortcode API [gallery ids="1"]',
    sign: 'attribute',
    pattern:
      /\[[a-z][\w-]{0,40}(?:\s{1,9}[\w-]{1,40}=(?:"[^"[\]]{0,300}"|'[^'[\]]{0,300}'|\d{1,9})){1,20}\s{0,9}\/?\]|\[\/[a-z][\w-]{0,40}\]/u,
  },
]

/** Codes that count only where the file says so. They are tried before all others. */
export const CODES_OF_SYNTAX: Partial<Record<PlaceholderSyntax, Pick<CodePattern, 'source' | 'pattern'>>> = {
  shell: {
    source: 'POSIX, Shell Command Language: Parameter Expansion',
    pattern: /\$(?:\w{1,60}|\{[^{}]{0,300}\}|\([^()]{0,300}\)|[?#@*!$-])/u,
  },
  tilde: {
    source: 'Common Lisp, Formatted Output; Scheme, SRFI 28 and 48',
    pattern: /~(?:(?:'[\s\S]|[-+]?\d{1,4}|[vV#]),?){0,7}[:@]{0,2}[A-Za-z%&|~$*?{}()[\]<>;^/\n]/u,
  },
  boost: { source: 'Boost, Format: Syntax', pattern: /%\|[^|]{1,40}\||%\d{1,2}%|%<[^<>]{1,60}>/u },
  laravel: {
    source: 'Laravel, Localization: Replacing Parameters :name, Pluralization [1,19]',
    pattern: /(?<![\p{Script=Latin}\p{N}_:%)*]):[A-Za-z][A-Za-z0-9_]{0,60}(?![\w:])|\[\d{1,6},(?:\d{1,6}|\*)\]/u,
  },
  dollar: {
    source: 'Chrome, i18n.getMessage: substitutions; MediaWiki, Parameters in messages',
    pattern: /\$[1-9]\d?(?!\d)/u,
  },
}
