import { describe, expect, it } from 'vitest'
import { CODE_PATTERNS, CODES_OF_SYNTAX } from '../../../src/formats/content/code-patterns.ts'
import { type PlaceholderSyntax, protect } from '../../../src/formats/index.ts'
import { PROSE, PROTECTED_PROSE } from './prose.ts'

/** A dollar sign, so that no text here looks like a template literal that lost its backquotes. */
const D = '$'

/** A text with its codes in guillemets. */
function shown(text: string, syntax?: PlaceholderSyntax): string {
  return protect(text, syntax)
    .map(run => (run.kind === 'code' ? `«${run.text}»` : run.text))
    .join('')
}

/** For each pattern: texts as `shown` shows them, with their codes in guillemets. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'i18next nesting': ['«$t(common.ok)» then', '«$t(items, {"count": 1})» in «$t(cart, { "context": "(x)" })»'],
  'double braces': [
    'Hello «{{name}}» and «{{{raw}}}»',
    '«{{#if admin}}»Admin«{{else}}»Guest«{{/if}}»«{{> footer}}»',
    'Due «{{ due | date:"short" }}», «{{- name}}», «{{ {a: 1} | json }}»',
  ],
  block: ['«{% if x %}»yes«{% endif %}»', '«{%- assign a = 1 -%}»a', '«{# a remark #}»Text'],
  'signed braces': [`Total «${D}{total}» for «%{name}»`, '«#{count}» rows, «@{user}»'],
  'subtitle override': ['«{\\an8}»Top'],
  'quoted braces': ["Write to a«{'@'}»b.org, «{'{'}»x«{'}'}»", 'Say «{ "" }»'],
  fluent: ['About «{ -brand-name }»', '«{ DATETIME($date, month: "long") }» with «{ $name }»'],
  'automatic braces': ['«{}» of «{}», «{:.2f}», «{:d}», «{!r:>10}», «{:?}»'],
  choice: ['«{0,choice,0#»no files«|1#»one file«|1<»«{0}» files}', '«{n, choice, -1≤»none«|1.5<»some}'],
  'named braces': [
    'Hi «{name!r}», «{0:>10}», «{price:.2f}», «{n:>{width}}»',
    '«{0:C2}» and «{1,-10:N0}» of «{0,5}»',
    '«{d,date,short}», «{amount, number, ::currency/EUR}», «{x | date}»',
    '«{user.first_name}», «{items[0]}», «{@User}», «{$name}»',
  ],
  python: ['«%(name)s» has «%(n)05.2f»'],
  ruby: ['«%<n>.2f» of «%-10<name>s», «%<x>d»'],
  'objective-c': ['«%#@files@» for «%arg»'],
  'merge tag': [
    'Dear «*|FNAME|*», «*|IF:VIP|*»hi«*|END:IF|*»',
    'Dear «%%FirstName%%», «%%=v(@name)=%%» and «%%emailaddr%%»',
  ],
  variable: ['«%name%» is in «%APPDATA%»'],
  'local digits': ['«%Id» of «%1$I.1f» kB'],
  printf: [
    'Bad value «%r», «%q», «%v», «%+v», «%#v», «%T» and «%t»',
    'In «%tY», at «%1$tH», «%b» or «%B», «%h»',
    '«%[2]d» of «%[1]s»',
    '«%1$@» sent «%@», «%lu» of «%1$ld»',
    '«%<PRIu64>» of «%.*f», «%n» file(s), «%Ln», «%5.1f»kB, «%lld»',
    '«%d»%, «%%», «%d»px'.replace('%,', '«%%»,'),
  ],
  qt: ['Page «%1» of «%2», «%L1»'],
  time: ['«%Y»-«%-j» «%Z»'],
  chrome: ['«$USER$» came'],
  'numbered dollars': ['Page «$1» of «$2».'],
  'server tag': ['Hi «<%= user.name %>»!', 'Hi «<?php echo $name; ?>» and «<?= $x ?>»', '«<%# a remark %>»«<%- x -%>»'],
  tag: ['«<b>»Bold«</b>», «<0>»link«</0>», «<!-- note -->»«<br/>»'],
  entity: ['Tom«&nbsp;»&«&#8230;» Jerry'],
  'linked message': ["«@:menu.file», «@:{'a.b'}», «@.lower:{'menu.x'}», «@:(a.b)», «@:{0}»"],
  address: ['See «https://example.com/a?b={c}».'],
  'e-mail': ['write «a.b+c@example.co.uk».'],
  swift: ['Hello «\\(user.name)»!'],
  escape: [
    'One.«\\n»Two«\\n»«\\n»three, «\\t»4«\\r»«\\n»',
    'Say «\\"»Hi«\\"», caf«\\u00e9»',
    'Erste Zeile«\\n»日本語! «\\n»second',
  ],
  'escaped line end': ['Hello«\\n»World, hello«\\n»world', 'prima«\\n»e dopo, one«\\n»new line, two«\\n»next steps'],
  'more escapes': ['Name«\\t»value«\\t»test«\\n»'],
  interval: ['«{0}» No items|«{1}» One item|«]1,Inf[» «%count%» items', '«[-Inf, 0]» None of «]0,1.5]»'],
  'double squares': ['Dear «[[first_name]]», «[[ total ]]»'],
  bbcode: [
    '«[b]»Bold«[/b]» and «[url=https://a.bc/d?e=f]»here«[/url]»',
    '«[LIST]»«[*]»One«[*]»Two«[/LIST]», «[quote author=Jo]»Hi«[/quote]»',
  ],
  shortcode: [
    'See «[gallery ids="1,2"]» and «[caption width=\'3\' /]»below',
    '«[button color="red" size="2"]»Buy«[/button]»',
  ],
}

const PLANTED_BY_SYNTAX: readonly (readonly [PlaceholderSyntax, readonly string[]])[] = [
  ['shell', ['Usage: «$program» [-f]']],
  ['tilde', ['Bad «~a» in «~5,2f»']],
  ['boost', ['Page «%1%», «%|3$d|»']],
  ['laravel', ['Welcome, «:name»! («:ok», «:Count»)', '«{0}» None|«[1,19]» Some|«[20,*]» Many']],
  ['dollar', ['Costs «$1» now, «$12» later']],
]

describe('each pattern of codes', () => {
  it('has planted texts', () => {
    expect(Object.keys(PLANTED)).toEqual(CODE_PATTERNS.map(({ name }) => name))
    expect(PLANTED_BY_SYNTAX.map(([syntax]) => syntax)).toEqual(Object.keys(CODES_OF_SYNTAX))
  })

  it.each(Object.entries(PLANTED))('finds what it is for: %s [ENG-2]', (_, texts) => {
    for (const text of texts) expect(shown(text.replace(/[«»]/g, ''))).toBe(text)
  })

  it.each(PLANTED_BY_SYNTAX)('counts where the file says so: %s [ENG-2]', (syntax, texts) => {
    for (const text of texts) {
      const plain = text.replace(/[«»]/g, '')
      expect(shown(plain, syntax)).toBe(text)
      expect(shown(plain)).not.toBe(text)
    }
  })
})

describe('a backslash', () => {
  it.each([
    'Open C:\\new or C:\\temp\\notes',
    'Look into docs\\new and src\\test',
    'Copy it to \\\\nas\\tools',
    'Run bin\\node or lib\\nginx\\readme',
    'Write \\newline and \\nabla f',
    'D:\\music\\nina',
    'The folder app\\templates',
  ])('of a path or of TeX begins no escape: %s [ENG-2]', text => {
    expect(shown(text)).toBe(text)
  })
})

describe('prose', () => {
  const sentences = Object.values(PROSE).flatMap(text => text.split('\n'))

  it('is never taken for code, but for what is said to be [ENG-2]', () => {
    expect(sentences.length).toBeGreaterThan(400)
    expect(sentences.filter(sentence => protect(sentence).some(({ kind }) => kind === 'code'))).toEqual([])
    expect(PROTECTED_PROSE.filter(sentence => protect(sentence).every(({ kind }) => kind === 'text'))).toEqual([])
  })

  it('has no names of Laravel, even where a file has such names', () => {
    const names = sentences.filter(sentence => protect(sentence, 'laravel').some(({ kind }) => kind === 'code'))
    expect(names.filter(sentence => !/(?:^|\s):\p{L}/u.test(sentence))).toEqual([])
  })
})
