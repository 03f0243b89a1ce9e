/** Marks in a text that no pattern of placeholders finds, and that a translation must have as often: BBCode, options, paths, emoji. */
import type { Check, Find, Severity } from './issue.ts'
import type { Pair } from './pair.ts'

interface Mark {
  readonly name: string
  readonly severity: Severity
  readonly about: string
  /** Without this in the source nothing is looked for. */
  readonly sign: RegExp
  readonly pattern: RegExp
  /** Also marks that the translation has and the source has not. */
  readonly both?: true
}

const MARKS: readonly Mark[] = [
  {
    name: 'bbcode',
    severity: 'refuse',
    about: 'Tags of BBCode, `[b]…[/b]`: none lost, none added.',
    sign: /\[\/[A-Za-z]/,
    pattern:
      /\[\/?(?:b|i|u|s|url|img|colou?r|size|quote|code|list|center|font|su[pb]|spoiler)(?:=[^[\]\n]{0,200})?\]/giu,
    both: true,
  },
  {
    name: 'named_parameters',
    severity: 'doubt',
    about: 'Parameters as `:name` writes them.',
    sign: /:[a-z]/,
    pattern: /(?<![^\s("'“„«>])(?::[a-z][a-z_]{1,40})(?![\p{L}\p{N}:_-])/gu,
  },
  {
    name: 'escapes',
    severity: 'doubt',
    about: 'Escapes that a program reads: `\\n`, `\\t`.',
    sign: /\\[nrt]/,
    pattern: /(?<!\\)\\[nrt]/gu,
  },
  {
    name: 'options',
    severity: 'doubt',
    about: 'Options of commands, `--force`.',
    sign: /--[a-z]/,
    pattern: /(?<![\p{L}\p{N}-])--[a-z][\w-]{1,60}(?!\w)/gu,
  },
  {
    name: 'file_paths',
    severity: 'doubt',
    about: 'Paths of files and folders, `/etc/hosts`, `~/.config`, `C:\\Temp`.',
    sign: /[/\\]/,
    pattern: /(?<![\p{L}\p{N}/<>.~:=])(?:~\/[\w.@+-]{1,100}|(?:\/[\w.@+-]{1,100}){2,20}|[A-Z]:\\\w[\w.\\-]{0,200})/gu,
  },
  {
    name: 'emoji',
    severity: 'doubt',
    about: 'Emoji.',
    sign: /\p{Emoji_Presentation}/u,
    pattern: /\p{Emoji_Presentation}/gu,
  },
]

/** The checks of marks that stay. */
export const MARK_CHECKS: readonly Check[] = MARKS.map(({ name, severity, about, ...mark }) => ({
  ...{ name, severity, about },
  find: keeping(mark),
}))

/** The most marks that one message names. */
const NAMED = 5

function keeping({ sign, pattern, both }: Pick<Mark, 'sign' | 'pattern' | 'both'>): Find {
  return ({ text, translation }: Pair) => {
    if (!sign.test(text) && !(both && sign.test(translation))) return []
    const [wanted, found] = [marksIn(text, pattern), marksIn(translation, pattern)]
    const lost = beyond(wanted, found).filter(mark => !translation.includes(mark))
    const added = both ? beyond(found, wanted) : []
    const message = [...said('The translation lost', lost), ...said('The translation added', added)].join(' ')
    return message === '' ? [] : [{ message }]
  }
}

function marksIn(text: string, pattern: RegExp): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [mark] of text.matchAll(pattern)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

function beyond(marks: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] {
  return [...marks].flatMap(([mark, count]) => (count > (others.get(mark) ?? 0) ? [mark] : []))
}

function said(lead: string, marks: readonly string[]): string[] {
  return marks.length === 0 ? [] : [`${lead} ${marks.slice(0, NAMED).join(' ')}.`]
}
