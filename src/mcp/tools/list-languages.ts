import * as z from 'zod'
import type { Language } from '../../contract/account.ts'
import { api } from '../../contract/operations.ts'
import { quoted } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { common } from '../shapes.ts'
import { step, stepToCreate } from '../steps.ts'
import { tool } from '../tool.ts'

export const listLanguages = tool({
  name: 'list_languages',
  title: 'Supported languages and their tags',
  description:
    'Lists the languages the service translates from and into, with their BCP 47 tags. ' +
    'search finds the tag of a name; create_batch and plan_batch take tags.',
  effect: 'read',
  calls: [api.languages.list],
  input: z.strictObject({
    search: z.string().min(1).max(100).optional().describe('tag or name, also in the language itself: German, Deutsch'),
  }),
  output: z.looseObject({
    languages: z.array(z.looseObject({ tag: z.string(), name: z.string() })),
    ...common,
  }),
  run: async ({ search }, context) => {
    const languages: Language[] = []
    let request_id: string | undefined
    for await (const page of context.parts.client.pages(api.languages.list, {}, { signal: context.signal })) {
      languages.push(...page.data)
      request_id = page.request_id
    }
    const found = search === undefined ? languages : findLanguages(languages, search)
    const matching = search === undefined ? '' : ` ${found.length === 1 ? 'matches' : 'match'} ${quoted(search)}`
    return {
      data: {
        languages: found.map(({ tag, name }) => ({ tag, name })),
        ...(request_id === undefined ? {} : { request_id }),
        next_step:
          found.length === 0
            ? step('list_languages', {})
            : stepToCreate(context.parts.settings, search === undefined ? undefined : found[0]?.tag),
      },
      lines: [
        `${counted(found.length, 'language')} of ${languages.length}${matching}${found.length === 0 ? '.' : ':'}`,
        ...found.map(({ tag, name }) => `${tag} ${name}`),
      ],
    }
  },
})

/**
 * The languages that a tag or a name matches, exact matches first. Names are compared in English and in the language itself, without
 * case and accents. Tags are also compared with their likely script and region, so that zh-CN finds zh-Hans.
 */
function findLanguages(languages: readonly Language[], search: string): Language[] {
  const words = folded(search)
  const tag = search.trim().replaceAll('_', '-').toLowerCase()
  const locale = likely(tag)
  const ranked = languages.flatMap(language => {
    const names = [language.name, ownName(language.tag)].map(folded)
    if (language.tag.toLowerCase() === tag || names.includes(words)) return [{ language, rank: 0 }]
    if (locale !== undefined && likely(language.tag) === locale) return [{ language, rank: 1 }]
    const starts = language.tag.toLowerCase().startsWith(`${tag}-`) || names.some(name => name.startsWith(words))
    if (starts) return [{ language, rank: 2 }]
    return names.some(name => name.includes(words)) ? [{ language, rank: 3 }] : []
  })
  return ranked.sort((left, right) => left.rank - right.rank).map(({ language }) => language)
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** The name of a language in that language: Deutsch, português (Brasil). The tag itself where Intl has no name or refuses the tag. */
function ownName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** A tag with its likely script and region: `zh-CN` gives `zh-Hans-CN`. Undefined for text that is not a language tag. */
function likely(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().baseName
  } catch {
    return undefined
  }
}
