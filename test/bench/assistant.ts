import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getEncoding } from 'js-tiktoken'
import * as z from 'zod'
import type { Line, Setup } from './measure.ts'
import { type Host, startHost } from './processes.ts'
import { writeStrings, writeText } from './samples.ts'

/** What a plan tells the person. */
const PROMISED = 5

/** About so many bytes: a text under the limit for a work file, short strings, a text above it. */
const FILES = [
  { what: 'a text', name: 'text.txt', write: writeText, bytes: 13_000 },
  { what: 'short strings', name: 'strings.json', write: writeStrings, bytes: 9000 },
  { what: 'a long text, in a work file', name: 'long.txt', write: writeText, bytes: 60_000 },
] as const

/** What it costs an assistant to translate by itself, as o200k counts it: all it reads and writes, over the words of the source. */
export async function* assistant({ root, folder, size }: Setup): AsyncGenerator<Line> {
  const host = await startHost({ args: [path.join(root, 'dist', 'main.js'), '--allow', folder], home: folder })
  for (const { what, name, write, bytes } of FILES) {
    write(path.join(folder, name), Math.max(2000, bytes * size))
    const { words, tokens, calls, beside } = await converse(host, name)
    const ratio = (tokens + beside) / words
    const shown = (count: number) => count.toLocaleString('en')
    yield {
      what: `tokens a source word, ${what}`,
      figure: ratio.toFixed(2),
      budget: { text: `≤ ${PROMISED}, as plans say`, kept: ratio <= PROMISED },
      detail: `${shown(words)} words, ${calls} calls, ${shown(tokens)} tokens in the conversation${beside > 0 ? `, ${shown(beside)} in files` : ''}; answers as long as the source`,
    }
  }
  await host.end()
}

const Structured = z.looseObject({
  segments: z.array(z.string()).default([]),
  work_file: z.string().optional(),
  plan: z.looseObject({ word_count: z.number() }).nullish(),
  next_step: z.string(),
})

/** Does what each next step says, from creating the translation to its file. */
async function converse(host: Host, file: string) {
  const spent = { words: 0, tokens: 0, calls: 0, beside: 0 }
  const call = async (tool: string, input: object) => {
    const told = Structured.parse(Reflect.get(await host.call(tool, input), 'structuredContent'))
    spent.calls += 1
    spent.tokens += tokens(JSON.stringify(input)) + tokens(JSON.stringify(told))
    return told
  }
  let told = await call('create_batch', { file_path: file, source_language: 'en', target_languages: ['de'] })
  spent.words = told.plan?.word_count ?? 0
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

/** An answer of the source's length that is not the source: its words the other way round. */
function answer(line: string): string {
  const [id, ...words] = line.split(' ')
  return [id, ...words.reverse()].join(' ')
}

function tokens(text: string): number {
  encoding ??= getEncoding('o200k_base')
  return encoding.encode(text).length
}

let encoding: ReturnType<typeof getEncoding> | undefined
