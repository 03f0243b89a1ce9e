/** A translation as the stranger keeps it. Times are milliseconds since 1970. */
export interface Work {
  readonly id: string
  readonly file_name: string
  readonly content: string
  readonly words: number
  /** What makes a repeat with the same key the same. */
  readonly made_from: string
  readonly created: number
  name: string | null
  archived: boolean
  status: string
  /** How often it was looked at in its present status. */
  looks: number
  target: string | null
  revision: number
  completed: number | null
}

/** A part of a file that is not translated, and why. */
export interface LeftOut {
  readonly part: string
  readonly reason: string
  readonly words: number
}

export const LANGUAGES: Readonly<Record<string, string>> = {
  de: 'German',
  en: 'English',
  fr: 'French',
  'pt-BR': 'Portuguese (Brazil)',
  'zh-Hans': 'Chinese (Simplified)',
}

/** The statuses that follow by themselves, and after how many looks. */
const ON: Readonly<Record<string, { readonly to: string; readonly looks: number }>> = {
  analyzing: { to: 'awaiting_review', looks: 2 },
  translating: { to: 'completed', looks: 2 },
  proofreading: { to: 'completed', looks: 2 },
}

/** Looks at a translation, which brings it on: time passes by being looked at. */
export function look(work: Work, proofreads: boolean, now: number): Work {
  const next = ON[work.status]
  if (next === undefined) return work
  work.looks += 1
  if (work.looks < next.looks) return work
  work.looks = 0
  work.status = work.status === 'translating' && proofreads ? 'proofreading' : next.to
  if (work.status === 'completed') work.completed = now
  return work
}

/** The target language that an instruction names by its tag or its name. */
export function targetIn(instruction: string): string | undefined {
  return Object.entries(LANGUAGES)
    .filter(([tag]) => tag !== 'en')
    .find(([tag, name]) => instruction.includes(`(${tag})`) || instruction.includes(name))?.[0]
}

/** The cost in credits: two for each word. */
export function costOf({ words }: Work): number {
  return words * 2
}

/** The file in its target language: every text with the language before it, but for what is left out. */
export function translated({ content, file_name, target }: Work): string {
  const into = (text: string) => `${target}: ${text}`
  if (!file_name.endsWith('.json')) return content.replace(/^.+$/gm, into)
  const entries = Object.entries(textsOf(content)).map(([key, text]) => [key, isLegal(key) ? text : into(text)])
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

/** What is left out: texts under `legal` of a JSON file. */
export function leftOut({ content, file_name }: Work): readonly LeftOut[] {
  if (!file_name.endsWith('.json')) return []
  return Object.entries(textsOf(content))
    .filter(([key]) => isLegal(key))
    .map(([part, text]) => ({ part, reason: 'legal text stays', words: wordsIn(text) }))
}

/** The first text that is translated. */
export function firstText({ content, file_name }: Work): LeftOut | undefined {
  const texts = file_name.endsWith('.json') ? textsOf(content) : { 'line 1': content.split('\n')[0] ?? '' }
  const [first] = Object.entries(texts)
  return first && { part: first[0], reason: first[1], words: wordsIn(first[1]) }
}

export function wordsIn(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0
}

function isLegal(key: string): boolean {
  return key.startsWith('legal')
}

function textsOf(content: string): Record<string, string> {
  const read: unknown = JSON.parse(content)
  return Object.fromEntries(Object.entries(read ?? {}).map(([key, value]) => [key, String(value)]))
}
