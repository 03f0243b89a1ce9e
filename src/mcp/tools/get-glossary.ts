import * as z from 'zod'
import type { Glossary, GlossarySummary } from '../../contract/glossary.ts'
import { api } from '../../contract/operations.ts'
import { type GlossaryDesk, glossaryDesk } from '../glossary-desk.ts'
import { DATA_NOTICE, quoted } from '../render/data.ts'
import { glossaryLine, shownGlossary, shownTerm, termLine } from '../render/glossary.ts'
import { count, counted } from '../render/numbers.ts'
import { common, GlossaryShape, TermShape } from '../shapes.ts'
import { step } from '../steps.ts'
import { tool } from '../tool.ts'

const input = z.strictObject({
  language_pair: z.string().min(1).optional().describe('e.g. en-de or en-pt-BR; left out: all glossaries'),
  project_of: z.string().optional().describe('a file: those of its project alone'),
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('part of a term, translation or note; without language_pair, of a name or pair'),
  limit: z.number().int().min(1).max(200).default(50),
})
type Input = z.output<typeof input>

export const getGlossary = tool({
  name: 'get_glossary',
  title: 'Glossaries and their terms',
  description:
    'Shows one glossary with its terms, or lists all with their sizes. ' +
    'A plan uses the glossary of its language pair by itself; manage_glossary changes one.',
  effect: 'read',
  calls: [api.glossaries.list, api.glossaries.get],
  input,
  output: z.looseObject({
    glossaries: z.array(GlossaryShape).optional(),
    glossary: GlossaryShape.extend({ terms: z.array(TermShape) }).optional(),
    matching: z.number().describe('how many match'),
    ...common,
  }),
  run: async (asked, context) => {
    const { language_pair, project_of } = asked
    const desk = await glossaryDesk(project_of, context)
    if (language_pair === undefined) return listGlossaries(asked, desk)
    const { data, request_id } = await desk.get(language_pair)
    return oneGlossary(data, asked, desk, request_id)
  },
})

function oneGlossary(glossary: Glossary, { search, limit }: Input, { scope }: GlossaryDesk, request_id: string) {
  const matching = glossary.terms.filter(({ source, target, note }) => fits(search, [source, target, note]))
  const shown = matching.slice(0, limit)
  const { language_pair } = glossary
  return {
    data: {
      glossary: { ...shownGlossary(glossary), terms: shown.map(shownTerm) },
      matching: matching.length,
      ...cut(shown.length, matching.length, 'term'),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: `manage_glossary changes it, e.g. ${step('manage_glossary', { action: 'add_terms', language_pair, ...scope, terms: [{ source: '…', target: '…' }] })}`,
    },
    lines: [
      `${glossaryLine(glossary)}.`,
      ...(search === undefined
        ? []
        : [
            `${counted(matching.length, 'term')} of ${count(glossary.term_count ?? glossary.terms.length)} with ${quoted(search)}:`,
          ]),
      ...shown.map(termLine),
    ],
  }
}

async function listGlossaries({ search, limit }: Input, desk: GlossaryDesk) {
  const matching: GlossarySummary[] = []
  let request_id = ''
  for await (const page of desk.pages()) {
    matching.push(...page.data.filter(({ language_pair, name }) => fits(search, [language_pair, name])))
    request_id = page.request_id
  }
  const shown = matching.slice(0, limit)
  const [first] = shown
  return {
    data: {
      glossaries: shown.map(shownGlossary),
      matching: matching.length,
      ...cut(shown.length, matching.length, 'glossary', 'glossaries'),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: first
        ? step('get_glossary', { language_pair: first.language_pair, ...desk.scope })
        : step('manage_glossary', {
            action: 'create',
            language_pair: 'en-de',
            ...desk.scope,
            terms: [{ source: '…', target: '…' }],
          }),
    },
    lines: [
      `${matching.length === 0 ? 'No glossaries' : counted(matching.length, 'glossary', 'glossaries')}${search === undefined ? '' : ` with ${quoted(search)}`}${shown.length === 0 ? '.' : ':'}`,
      ...shown.map(glossaryLine),
    ],
  }
}

function fits(search: string | undefined, texts: readonly (string | null)[]): boolean {
  return search === undefined || texts.some(text => text !== null && folded(text).includes(folded(search)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** A warning if more terms or glossaries match than are shown. */
function cut(shown: number, matching: number, one: string, many?: string): { warnings?: string[] } {
  if (shown === matching) return {}
  return {
    warnings: [
      `Only the first ${count(shown)} of ${counted(matching, one, many)} shown: use search, or a higher limit.`,
    ],
  }
}
