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
import { type Call, type Deps, handle } from '../http/route.ts'
import { type Database, write } from '../store/database.ts'
import * as store from '../store/glossaries.ts'

function summaryOf(glossary: store.CountedGlossary) {
  const { language_pair, source_language, target_language, name, term_count, created_at, updated_at, project } =
    glossary
  const moments = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) }
  const own = project === '' ? {} : { project }
  return { language_pair, source_language, target_language, name, term_count, ...moments, ...own }
}

/** Whose glossaries an address is about. @throws {ServiceError} invalid_parameter where it is a project's and none is named */
type ScopeOf = (call: Scoped) => store.GlossaryScope

type Scoped = Pick<Call<never>, 'caller' | 'request'>
type OfPair = Scoped & Pick<Call<typeof api.glossaries.get>, 'params'>

const ofWorkspace: ScopeOf = ({ caller }) => ({ workspace_id: caller.workspace.id, project: '' })

const ofProject: ScopeOf = ({ caller, request }) => {
  const project = projectOf(request.headers.get(PROJECT_HEADER))
  if (project !== null) return { workspace_id: caller.workspace.id, project }
  const message = 'The header Translation-Project has to name the project that the glossary is of.'
  throw new ServiceError('invalid_parameter', message, { param: 'Translation-Project' })
}

async function viewOf(db: Database, glossary: store.CountedGlossary) {
  const terms = await store.termsOf(db, glossary.id)
  return { ...summaryOf(glossary), terms: terms.map(({ source_key: _, ...term }) => term) }
}

async function requireGlossary(db: Database, scope: store.GlossaryScope, pair: string): Promise<store.CountedGlossary> {
  const { language_pair } = readPair(pair)
  const glossary = await store.findGlossary(db, scope, language_pair)
  if (glossary !== undefined) return glossary
  const whose = scope.project === '' ? '' : ' of this project; that of the workspace is another one'
  throw new ServiceError('glossary_not_found', `There is no glossary for ${language_pair}${whose}.`)
}

function listing(scopeOf: ScopeOf) {
  return async (call: Scoped & Pick<Call<typeof api.glossaries.list>, 'query'>, { db, cursors }: Deps) => {
    const { limit = LIMITS.page_size.default, cursor } = call.query
    const scope = scopeOf(call)
    const list = [api.glossaries.list.id, scope.workspace_id, ...(scope.project === '' ? [] : [scope.project])]
    const behind = cursor === undefined ? undefined : String(cursors.read(cursor, list)[0])
    const rows = await store.listGlossaries(db, scope, behind, limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const has_more = rows.length > limit && last !== undefined
    const next_cursor = has_more ? cursors.write([last.language_pair], list) : null
    return { data: page.map(summaryOf), has_more, next_cursor, limit }
  }
}

function reading(scopeOf: ScopeOf) {
  return async (call: OfPair, { db }: Deps) => ({
    data: await viewOf(db, await requireGlossary(db, scopeOf(call), call.params.language_pair)),
  })
}

function removing(scopeOf: ScopeOf) {
  return (call: OfPair, { db }: Deps) => {
    const scope = scopeOf(call)
    return write(db, async tx => {
      const glossary = await requireGlossary(tx, scope, call.params.language_pair)
      await store.deleteGlossary(tx, glossary.id)
      return { data: summaryOf(glossary) }
    })
  }
}

/** What a glossary is to have after a call; `earlier`: the terms that it has. */
interface Change {
  readonly name: string | null | undefined
  readonly terms: (earlier: readonly GlossaryTerm[]) => readonly GlossaryTerm[]
}

/** Changes a glossary of a scope in one transaction. `made`: where there is none, it is made. */
async function change(
  scope: store.GlossaryScope,
  pair: string,
  { name, terms }: Change,
  made: boolean,
  { db, settings, clock, newId }: Deps,
) {
  checkGlossaryName(name)
  const { language_pair } = readPair(pair)
  return await write(db, async tx => {
    const before = await store.findGlossary(tx, scope, language_pair)
    if (before === undefined && made) {
      return {
        data: await make(
          tx,
          scope,
          readNewPair(pair),
          { name: name ?? null, terms: terms([]) },
          { settings, now: clock(), newId },
        ),
      }
    }
    const glossary = before ?? (await requireGlossary(tx, scope, pair))
    const content = {
      name: name === undefined ? glossary.name : name,
      terms: terms(await store.termsOf(tx, glossary.id)),
    }
    return {
      data: await rewrite(tx, glossary, content, { limit: settings.max_terms_per_glossary, now: clock() }),
    }
  })
}

function updating(scopeOf: ScopeOf, made: boolean) {
  return async ({ params, body, ...call }: OfPair & Pick<Call<typeof api.glossaries.update>, 'body'>, deps: Deps) => {
    const upserts = readTerms(body.terms ?? [])
    const terms = (earlier: readonly GlossaryTerm[]) => changeTerms(earlier, upserts, body.remove ?? [])
    return await change(scopeOf(call), params.language_pair, { name: body.name, terms }, made, deps)
  }
}

function replacing(scopeOf: ScopeOf, made: boolean) {
  return async ({ params, body, ...call }: OfPair & Pick<Call<typeof api.glossaries.replace>, 'body'>, deps: Deps) => {
    const terms = readTerms(body.terms)
    return await change(
      scopeOf(call),
      params.language_pair,
      { name: body.name ?? null, terms: () => terms },
      made,
      deps,
    )
  }
}

interface Making {
  readonly settings: Deps['settings']
  readonly now: number
  readonly newId: Deps['newId']
}

/** @throws {ServiceError} glossary_limit_reached, glossary_term_limit_reached */
async function make(
  tx: Database,
  scope: store.GlossaryScope,
  { source, target, language_pair }: ReturnType<typeof readNewPair>,
  { name, terms }: { readonly name: string | null; readonly terms: readonly GlossaryTerm[] },
  { settings: { max_glossaries, max_terms_per_glossary }, now, newId }: Making,
) {
  checkTermLimit(terms.length, max_terms_per_glossary)
  if (max_glossaries !== null && (await store.countGlossaries(tx, scope.workspace_id)) >= max_glossaries) {
    const message = `The plan allows ${max_glossaries} glossaries. Nothing was changed: delete one first.`
    throw new ServiceError('glossary_limit_reached', message)
  }
  const head = { id: newId('gls'), ...scope, language_pair, source_language: source, target_language: target }
  const life = { version: 1, created_at: now, updated_at: now }
  const glossary = await store.insertGlossary(tx, { ...head, name, ...life })
  await store.replaceTerms(tx, glossary.id, terms)
  return await viewOf(tx, { ...glossary, term_count: terms.length })
}

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

const createGlossary = handle(api.glossaries.create, ({ body, ...call }, { db, settings, clock, newId }) => {
  const pair = readNewPair(body.language_pair)
  checkGlossaryName(body.name)
  const terms = readTerms(body.terms ?? [])
  checkTermLimit(terms.length, settings.max_terms_per_glossary)
  const scope = ofWorkspace(call)
  return write(db, async tx => {
    if ((await store.findGlossary(tx, scope, pair.language_pair)) !== undefined) {
      throw new ServiceError(
        'glossary_already_exists',
        `There is a glossary for ${pair.language_pair} already. Update it instead.`,
      )
    }
    const content = { name: body.name ?? null, terms }
    return { data: await make(tx, scope, pair, content, { settings, now: clock(), newId }) }
  })
})

/** The glossaries of the workspace. */
export const GLOSSARY_ROUTES = {
  'glossaries.list': handle(api.glossaries.list, listing(ofWorkspace)),
  'glossaries.create': createGlossary,
  'glossaries.get': handle(api.glossaries.get, reading(ofWorkspace)),
  'glossaries.update': handle(api.glossaries.update, updating(ofWorkspace, false)),
  'glossaries.replace': handle(api.glossaries.replace, replacing(ofWorkspace, false)),
  'glossaries.remove': handle(api.glossaries.remove, removing(ofWorkspace)),
} as const

/** Those of a project: a change makes one where there is none. */
export const PROJECT_GLOSSARY_ROUTES = {
  'project_glossaries.list': handle(api.project_glossaries.list, listing(ofProject)),
  'project_glossaries.get': handle(api.project_glossaries.get, reading(ofProject)),
  'project_glossaries.update': handle(api.project_glossaries.update, updating(ofProject, true)),
  'project_glossaries.replace': handle(api.project_glossaries.replace, replacing(ofProject, true)),
  'project_glossaries.remove': handle(api.project_glossaries.remove, removing(ofProject)),
} as const
