import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getEncoding } from 'js-tiktoken'
import * as z from 'zod'
import type { Line, Setup } from './measure.ts'
import { type Host, startHost } from './processes.ts'

/** A plan says about how many tokens it takes: no more than so many times that may be needed. */
const ABOUT = 1.5

/** What the context of a line may add: so many times what the line takes by itself. */
const CONTEXT = 1.3

/** So many words, and what a word takes where lines come without their context, for a whole run: a text under the limit for a work file, short strings, a text above it. */
const FILES = [
  { what: 'a text', name: 'text.txt', write: proseOf, words: 2500, alone: 2.92 },
  { what: 'short strings', name: 'strings.json', write: stringsOf, words: 1500, alone: 6.02 },
  { what: 'a long text, in a work file', name: 'long.txt', write: proseOf, words: 10_000, alone: 2.35 },
] as const

/** What it costs an assistant to translate by itself, as o200k counts it: all it reads and writes, over the words of the source. */
export async function* assistant({ root, folder, size }: Setup): AsyncGenerator<Line> {
  const host = await startHost({ args: [path.join(root, 'dist', 'main.js'), '--allow', folder], home: folder })
  for (const { what, name, write, words: count, alone } of FILES) {
    writeFileSync(path.join(folder, name), write(Math.max(500, count * size)))
    const { words, estimate, tokens, calls, beside } = await converse(host, name)
    const ratio = (tokens + beside) / words
    const limit = Math.min((ABOUT * estimate) / words, size >= 1 ? CONTEXT * alone : Number.POSITIVE_INFINITY)
    const shown = (count: number) => count.toLocaleString('en')
    yield {
      what: `tokens a source word, ${what}`,
      figure: ratio.toFixed(2),
      budget: { text: `≤ ${limit.toFixed(2)}`, kept: ratio <= limit },
      detail: `the plan said about ${(estimate / words).toFixed(0)}; ${shown(words)} words, ${calls} calls, ${shown(tokens)} tokens in the conversation${beside > 0 ? `, ${shown(beside)} in files` : ''}; answers as long as the source`,
    }
  }
  await host.end()
}

const Structured = z.looseObject({
  segments: z.array(z.string()).default([]),
  work_file: z.string().optional(),
  plan: z.looseObject({ word_count: z.number(), billing: z.looseObject({ estimate: z.number() }) }).nullish(),
  next_step: z.string(),
})

/** Does what each next step says, from creating the translation to its file. */
async function converse(host: Host, file: string) {
  const spent = { words: 0, estimate: 0, tokens: 0, calls: 0, beside: 0 }
  const call = async (tool: string, input: object) => {
    const told = Structured.parse(Reflect.get(await host.call(tool, input), 'structuredContent'))
    spent.calls += 1
    spent.tokens += tokens(JSON.stringify(input)) + tokens(JSON.stringify(told))
    return told
  }
  let told = await call('create_batch', { file_path: file, source_language: 'en', target_languages: ['de'] })
  spent.words = told.plan?.word_count ?? 0
  spent.estimate = told.plan?.billing.estimate ?? 0
  for (;;) {
    const [, tool, json = '{}'] = /(?:^|then )(\w+) (\{.*?\})/.exec(told.next_step) ?? []
    if (tool === undefined) return spent
    const input = z.looseObject({ answers_file: z.string().optional() }).parse(JSON.parse(json))
    if (told.work_file !== undefined && input.answers_file !== undefined) {
      const given = readFileSync(told.work_file, 'utf8')
      const answers = given
        .split('\n')
        .filter(line => /^\d/.test(line))
        .map(answer)
        .join('\n')
      writeFileSync(input.answers_file, answers)
      spent.beside += tokens(given) + tokens(answers)
    }
    const { segments } = told
    told = await call(tool, segments.length > 0 ? { ...input, translations: segments.map(answer) } : input)
  }
}

/** An answer of the source's length that is not the source: its words the other way round, between tags and placeholders. */
function answer(line: string): string {
  const [, id = '', text = ''] = /^(\d+)(?:\[[^\]]*\])?( .*)$/s.exec(line) ?? []
  const parts = text.split(/(<[^<>]*>|\{[^{}]*\})/)
  return id + parts.map((part, index) => (index % 2 === 1 ? part : turned(part))).join('')
}

function turned(text: string): string {
  const words = text.match(/\p{L}+/gu) ?? []
  return text.replace(/\p{L}+/gu, () => words.pop() ?? '')
}

const WORDS =
  'about after again air all along always animal another answer around ask away back before began between big book both boat boy bring build call came carry change children city close cold come country cross dark day deep different door down draw early earth eat end enough even every example eye face family far farm father feet few field find fire first fish follow food form found four friend garden girl give good great green ground grow half hand hard head hear help high hill home horse house idea island kind king know land large late laugh learn leave letter life light line list listen little live long look made man many map mark morning mother mountain move music name near never new next night north'.split(
    ' ',
  )

/** Words in an order of its own for each seed: no sentence comes twice, or is remembered from another file. */
function* wordsOf(seed: number): Generator<string> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield WORDS[state % WORDS.length] ?? ''
}

function proseOf(words: number): string {
  const source = wordsOf(words)
  const sentence = (length: number) => {
    const [first = '', ...others] = take(source, length)
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${others.join(' ')}.`
  }
  const paragraphs = Array.from({ length: words / 40 }, () => [9, 17, 14].map(sentence).join(' '))
  return `${paragraphs.join('\n\n')}\n`
}

/** Texts of a program, with placeholders and markup, one a key. */
function stringsOf(words: number): string {
  const source = wordsOf(words)
  const next = (length: number) => take(source, length).join(' ')
  const texts = Array.from({ length: words / 5 }, (_, at) => {
    return [`${next(4)} {name}`, `Open <b>${next(2)}</b> ${next(2)}`, `${next(5)}.`][at % 3]
  })
  return JSON.stringify(Object.fromEntries(texts.map((text, at) => [`key_${at}`, text])), null, 2)
}

function take(words: Iterator<string>, count: number): string[] {
  return Array.from({ length: count }, () => String(words.next().value))
}

function tokens(text: string): number {
  encoding ??= getEncoding('o200k_base')
  return encoding.encode(text).length
}

let encoding: ReturnType<typeof getEncoding> | undefined
