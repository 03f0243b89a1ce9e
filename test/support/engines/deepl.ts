/** DeepL's API as https://developers.deepl.com/docs documents it: text translation, languages, glossaries (v3). */
import { type Reply, type Server, serve } from './server.ts'

const SOURCES = ['DE', 'EN', 'ES', 'FR', 'PT', 'RU', 'SR', 'ZH']
const TARGETS = ['DE', 'EN-GB', 'EN-US', 'ES', 'ES-419', 'FR', 'PT-BR', 'PT-PT', 'RU', 'SR', 'ZH', 'ZH-HANS', 'ZH-HANT']

export interface Glossary {
  readonly glossary_id: string
  readonly name: string
  readonly dictionaries: { source_lang: string; target_lang: string; entry_count: number }[]
  readonly creation_time: string
}

export interface DeeplServer extends Server {
  readonly glossaries: Glossary[]
  /** The forms that texts were sent with. */
  readonly forms: () => URLSearchParams[]
  /** The characters that it has billed. */
  readonly billed: () => number
}

const BAD: Reply = { status: 400, json: { message: 'Bad request' } }

/** Starts a server that ends with the test. `glossaryRoom`: how many glossaries the account may have. */
export async function serveDeepl(translate: (text: string) => string, glossaryRoom = 5): Promise<DeeplServer> {
  const glossaries: Glossary[] = []
  const entries = new Map<string, string>()
  const server = await serve(({ method, path, headers, body }) => {
    if (headers.authorization !== 'DeepL-Auth-Key test-key:fx') return { status: 403, json: { message: 'Forbidden' } }
    const { pathname, searchParams } = new URL(path, 'http://x')
    const form = new URLSearchParams(body)
    if (pathname === '/v2/languages')
      return { json: languages(searchParams.get('type') === 'target' ? TARGETS : SOURCES) }
    if (pathname === '/v2/translate' && method === 'POST') return translation(form)
    if (pathname === '/v3/glossaries' && method === 'GET') return { json: { glossaries } }
    if (pathname === '/v3/glossaries' && method === 'POST') return creation(form)
    const at = glossaries.findIndex(({ glossary_id }) => pathname === `/v3/glossaries/${glossary_id}`)
    if (method !== 'DELETE' || at === -1) return { status: 404, json: { message: 'Not found' } }
    glossaries.splice(at, 1)
    return { status: 204, text: '' }
  })

  function translation(form: URLSearchParams): Reply {
    const texts = form.getAll('text')
    const glossary = form.get('glossary_id')
    if (glossary !== null && !glossaries.some(({ glossary_id }) => glossary_id === glossary)) {
      return { status: 404, json: { message: 'Glossary not found' } }
    }
    if (texts.length === 0 || texts.length > 50 || !TARGETS.includes(form.get('target_lang')?.toUpperCase() ?? ''))
      return BAD
    if (form.toString().length > 128 * 1024) return { status: 413, json: { message: 'Request too large' } }
    const terms = new URLSearchParams(entries.get(glossary ?? '') ?? '')
    const translations = texts.map(text => ({
      detected_source_language: 'EN',
      text: apply(translate(text), terms),
      billed_characters: billed(text),
    }))
    return { json: { translations } }
  }

  function creation(form: URLSearchParams): Reply {
    if (glossaries.length >= glossaryRoom) return { status: 400, json: { message: 'Too many glossaries' } }
    const [source_lang, target_lang, tsv] = ['source_lang', 'target_lang', 'entries'].map(
      name => form.get(`dictionaries[0].${name}`) ?? '',
    )
    if (form.get('dictionaries[0].entries_format') !== 'tsv' || !source_lang || !target_lang || !tsv) return BAD
    const glossary_id = `glossary-${server.calls.length}`
    const lines = tsv.split('\n').map(line => line.split('\t'))
    entries.set(glossary_id, new URLSearchParams(Object.fromEntries(lines)).toString())
    const dictionaries = [{ source_lang, target_lang, entry_count: lines.length }]
    glossaries.push({ glossary_id, name: form.get('name') ?? '', dictionaries, creation_time: '2026-11-21T12:00:00Z' })
    return { status: 201, json: glossaries.at(-1) }
  }

  const forms = () =>
    server.calls.filter(({ path }) => path === '/v2/translate').map(({ body }) => new URLSearchParams(body))
  const billedSoFar = () =>
    forms().reduce((sum, form) => sum + form.getAll('text').reduce((all, text) => all + billed(text), 0), 0)
  return { ...server, glossaries, forms, billed: billedSoFar }
}

/** As DeepL counts: the code points of the source, without tags. */
function billed(text: string): number {
  return [...text.replace(/<[^<>]*>/g, '').replace(/&(?:amp|lt|gt);/g, '&')].length
}

function apply(text: string, terms: URLSearchParams): string {
  return [...terms].reduce((result, [source, target]) => result.replaceAll(source, target), text)
}

function languages(codes: readonly string[]): object[] {
  return codes.map(language => ({ language, name: language, supports_formality: language === 'DE' }))
}
