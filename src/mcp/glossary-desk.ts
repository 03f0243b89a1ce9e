import type { Client } from '../client/client.ts'
import { ApiError } from '../client/errors.ts'
import type { Glossary, GlossarySummary, TermInput } from '../contract/glossary.ts'
import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { projectOfFile } from './files/project.ts'

interface Answer<Data> {
  readonly data: Data
  readonly request_id: string
}

interface Content {
  readonly name?: string | null | undefined
  readonly terms: TermInput[]
}

interface Change {
  readonly name?: string | undefined
  readonly terms?: TermInput[]
  readonly remove?: string[]
}

/** The glossaries of one scope: the workspace's, or those of a project. Each call throws {ApiError} as the operation does. */
export interface GlossaryDesk {
  /** The argument that names the scope, for the calls that a text names. */
  readonly scope: { readonly project_of?: string }
  pages(): AsyncIterable<Answer<GlossarySummary[]>>
  get(language_pair: string): Promise<Answer<Glossary>>
  /** @throws {ApiError} glossary_already_exists */
  create(language_pair: string, content: Content): Promise<Answer<Glossary>>
  update(language_pair: string, change: Change): Promise<Answer<Glossary>>
  replace(language_pair: string, content: Content): Promise<Answer<Glossary>>
  remove(language_pair: string): Promise<Answer<GlossarySummary>>
}

/** The glossaries that a call is about. @throws {ToolRefusal} no_local_files; @throws {FileRefused} where the file may not be read */
export async function glossaryDesk(project_of: string | undefined, context: CallContext): Promise<GlossaryDesk> {
  return project_of === undefined
    ? deskOfWorkspace(context.parts.client, context.signal)
    : {
        ...deskOfProject(await labelOf(project_of, context), context.parts.client, context.signal),
        scope: { project_of },
      }
}

/** The glossaries of the workspace. */
export function deskOfWorkspace(client: Client, signal?: AbortSignal): GlossaryDesk {
  const { list, get, create, update, replace, remove } = api.glossaries
  const options = { signal }
  const at = (language_pair: string) => ({ params: { language_pair } })
  return {
    scope: {},
    pages: () => client.pages(list, {}, options),
    get: pair => client.call(get, at(pair), options),
    create: (language_pair, content) => client.call(create, { body: { language_pair, ...content } }, options),
    update: (pair, body) => client.call(update, { ...at(pair), body }, options),
    replace: (pair, body) => client.call(replace, { ...at(pair), body }, options),
    remove: pair => client.call(remove, at(pair), options),
  }
}

/** The glossaries of the project with this label. */
export function deskOfProject(project: string, client: Client, signal?: AbortSignal): GlossaryDesk {
  const { list, get, update, replace, remove } = api.project_glossaries
  const options = { signal, project }
  const at = (language_pair: string) => ({ params: { language_pair } })
  return {
    scope: {},
    pages: () => client.pages(list, {}, options),
    get: pair => client.call(get, at(pair), options),
    // A change makes one where there is none, so that two callers lose nothing of each other.
    create: async (pair, { name, terms }) => {
      const before = await client.call(get, at(pair), options).catch(absent)
      if (before !== undefined) throw existsAlready(pair, before.request_id)
      return await client.call(update, { ...at(pair), body: { name, terms } }, options)
    },
    update: (pair, body) => client.call(update, { ...at(pair), body }, options),
    replace: (pair, body) => client.call(replace, { ...at(pair), body }, options),
    remove: pair => client.call(remove, at(pair), options),
  }
}

function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'glossary_not_found') return undefined
  throw error
}

function existsAlready(pair: string, request_id: string): ApiError {
  const message = `This project has a glossary for ${pair} already. Change it instead.`
  return new ApiError({ code: 'glossary_already_exists', status: 409, message, request_id })
}

/** The label of the project that a local file belongs to. */
async function labelOf(given: string, { parts }: CallContext): Promise<string> {
  if (parts.settings.transport !== 'stdio') {
    throw new ToolRefusal('no_local_files', [
      'Nothing was done: this server runs elsewhere and cannot see the projects of your machine.',
      'Without project_of, the glossary holds for the whole workspace.',
    ])
  }
  const file = await parts.folders.forReading(given)
  try {
    return await projectOfFile(file.path)
  } finally {
    await file.handle.close()
  }
}
