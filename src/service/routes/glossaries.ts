import { LIMITS, PROJECT_HEADER } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { projectOf } from '../domain/creation.ts'
import { ServiceError } from '../domain/errors.ts'
import {
  changeTerms,
  checkGlossaryName,
  checkTermLimit,
  type GlossaryTerm,
  readNewPair,
  readPair,
  readTerms,
} from '../domain/glossaries.ts'
import { timestamp } from '../domain/time.ts'
import { type Call, handle } from '../http/route.ts'
import { type Database, write } from '../store/database.ts'
import * as store from '../store/glossaries.ts'

function summaryOf(glossary: store.CountedGlossary) {
  const { language_pair, source_language, target_language, name, term_count, created_at, updated_at, project } = glossary
  const moments = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) }
  const own = project === '' ? {} : { project }
  return { language_pair, source_language, target_language, name, term_count, ...moments, ...own }
}

/**
 * Whose glossaries a call is about: those of the project that its header names, else the workspace's (assumptions.md, Glossaries).
 *
 * @throws {ServiceError} invalid_parameter
 */
function scopeOf({ caller, request }: Pick<Call<never>, 'caller' | 'request'>): store.GlossaryScope {
  return { workspace_id: caller.workspace.id, project: projectOf(request.headers.get(PROJECT_HEADER)) ?? '' }
}

async function viewOf(db: Database, glossary: store.CountedGlossary) {
  const terms = await store.termsOf(db, glossary.id)
  return { ...summaryOf(glossary), terms: terms.map(({ source_key: _, ...term }) => term) }
}

async function requireGlossary(
  db: Database,
  scope: store.GlossaryScope,
  pair: string,
): Promise<store.CountedGlossary> {
  const { language_pair } = readPair(pair)
  const glossary = await store.findGlossary(db, scope, language_pair)
  if (glossary !== undefined) return glossary
  const whose = scope.project === '' ? '' : ' of this project; that of the workspace is another one'
  throw new ServiceError('glossary_not_found', `There is no glossary for ${language_pair}${whose}.`)
}

export const listGlossariesRoute = handle(api.glossaries.list, async (call, { db, cursors }) => {
  const { limit = LIMITS.page_size.default, cursor } = call.query
  const scope = scopeOf(call)
  const list = [api.glossaries.list.id, scope.workspace_id, ...(scope.project === '' ? [] : [scope.project])]
  const [language_pair = '', project = ''] = cursor === undefined ? [] : cursors.read(cursor, list).map(String)
  const behind = cursor === undefined ? undefined : { language_pair, project }
  const rows = await store.listGlossaries(db, scope, behind, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit && last !== undefined
  const next_cursor = has_more ? cursors.write([last.language_pair, last.project], list) : null
  return { data: page.map(summaryOf), has_more, next_cursor, limit }
})

export const getGlossaryRoute = handle(api.glossaries.get, async (call, { db }) => ({
  data: await viewOf(db, await requireGlossary(db, scopeOf(call), call.params.language_pair)),
}))

export const createGlossaryRoute = handle(api.glossaries.create, (call, { db, settings, clock, newId }) => {
  const { body } = call
  const { source, target, language_pair } = readNewPair(body.language_pair)
  checkGlossaryName(body.name)
  const terms = readTerms(body.terms ?? [])
  checkTermLimit(terms.length, settings.max_terms_per_glossary)
  const scope = scopeOf(call)
  const { workspace_id } = scope
  return write(db, async tx => {
    if ((await store.findGlossary(tx, scope, language_pair)) !== undefined) {
      throw new ServiceError(
        'glossary_already_exists',
        `There is a glossary for ${language_pair} already. Update it instead.`,
      )
    }
    const { max_glossaries } = settings
    if (max_glossaries !== null && (await store.countGlossaries(tx, workspace_id)) >= max_glossaries) {
      const message = `The plan allows ${max_glossaries} glossaries. Nothing was changed: delete one first.`
      throw new ServiceError('glossary_limit_reached', message)
    }
    const now = clock()
    const head = { id: newId('gls'), ...scope, language_pair, source_language: source, target_language: target }
    const life = { version: 1, created_at: now, updated_at: now }
    const glossary = await store.insertGlossary(tx, { ...head, name: body.name ?? null, ...life })
    await store.replaceTerms(tx, glossary.id, terms)
    return { data: await viewOf(tx, { ...glossary, term_count: terms.length }) }
  })
})

export const updateGlossaryRoute = handle(
  api.glossaries.update,
  (call, { db, settings, clock }) => {
    const { params, body } = call
    const scope = scopeOf(call)
    checkGlossaryName(body.name)
    const upserts = readTerms(body.terms ?? [])
    return write(db, async tx => {
      const glossary = await requireGlossary(tx, scope, params.language_pair)
      const name = body.name === undefined ? glossary.name : body.name
      const terms = changeTerms(await store.termsOf(tx, glossary.id), upserts, body.remove ?? [])
      return {
        data: await rewrite(tx, glossary, { name, terms }, { limit: settings.max_terms_per_glossary, now: clock() }),
      }
    })
  },
)

export const replaceGlossaryRoute = handle(
  api.glossaries.replace,
  (call, { db, settings, clock }) => {
    const { params, body } = call
    const scope = scopeOf(call)
    checkGlossaryName(body.name)
    const terms = readTerms(body.terms)
    return write(db, async tx => {
      const glossary = await requireGlossary(tx, scope, params.language_pair)
      const content = { name: body.name ?? null, terms }
      return { data: await rewrite(tx, glossary, content, { limit: settings.max_terms_per_glossary, now: clock() }) }
    })
  },
)

async function rewrite(
  tx: Database,
  glossary: store.CountedGlossary,
  { name, terms }: { name: string | null; terms: readonly GlossaryTerm[] },
  { limit, now }: { limit: number | null; now: number },
) {
  checkTermLimit(terms.length, limit)
  await store.replaceTerms(tx, glossary.id, terms)
  await store.touchGlossary(tx, glossary.id, name, now)
  return await viewOf(tx, { ...glossary, name, updated_at: now, term_count: terms.length })
}

export const removeGlossaryRoute = handle(api.glossaries.remove, (call, { db }) => {
  const scope = scopeOf(call)
  return write(db, async tx => {
    const glossary = await requireGlossary(tx, scope, call.params.language_pair)
    await store.deleteGlossary(tx, glossary.id)
    return { data: summaryOf(glossary) }
  })
})
