import * as z from 'zod'
import { Glossary, GlossaryCreate, GlossaryReplace, GlossarySummary, GlossaryUpdate } from './glossary.ts'
import { bodyErrors, none, operation, pageQuery } from './operation.ts'

const languagePair = z.object({ language_pair: z.string() })
const glossaryErrors = ['invalid_language_pair', 'language_not_supported'] as const
const termErrors = [...bodyErrors, 'invalid_glossary_terms', 'glossary_term_limit_reached'] as const

/** The glossaries of the workspace (contract, Glossaries). */
export const glossaryOperations = {
  list: operation('glossaries.list', 'GET', '/v1/glossaries', {
    scope: 'glossaries:read',
    retry: 'safe',
    params: none,
    body: none,
    shape: 'list',
    data: GlossarySummary,
    query: z.object(pageQuery),
    errors: ['invalid_parameter', 'invalid_cursor'],
  }),
  create: operation('glossaries.create', 'POST', '/v1/glossaries', {
    scope: 'glossaries:write',
    retry: 'never',
    params: none,
    query: none,
    body: GlossaryCreate,
    shape: 'object',
    data: Glossary,
    status: 201,
    errors: [...glossaryErrors, ...termErrors, 'glossary_already_exists', 'glossary_limit_reached'],
  }),
  get: operation('glossaries.get', 'GET', '/v1/glossaries/{language_pair}', {
    scope: 'glossaries:read',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: none,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, 'glossary_not_found'],
  }),
  update: operation('glossaries.update', 'PATCH', '/v1/glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'never',
    params: languagePair,
    query: none,
    body: GlossaryUpdate,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, ...termErrors, 'glossary_not_found'],
  }),
  replace: operation('glossaries.replace', 'PUT', '/v1/glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: GlossaryReplace,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, ...termErrors, 'glossary_not_found'],
  }),
  remove: operation('glossaries.remove', 'DELETE', '/v1/glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: none,
    shape: 'object',
    data: GlossarySummary,
    errors: [...bodyErrors, ...glossaryErrors, 'glossary_not_found'],
  }),
} as const

/**
 * The glossaries of one project, which the header Translation-Project names (assumptions.md, Glossaries). They have an address of their
 * own: a service that does not know them answers 404, where it would ignore a header and change the workspace's.
 */
export const projectGlossaryOperations = {
  list: operation('project_glossaries.list', 'GET', '/v1/project-glossaries', {
    scope: 'glossaries:read',
    retry: 'safe',
    params: none,
    body: none,
    shape: 'list',
    data: GlossarySummary,
    query: z.object(pageQuery),
    errors: ['invalid_parameter', 'invalid_cursor'],
  }),
  get: operation('project_glossaries.get', 'GET', '/v1/project-glossaries/{language_pair}', {
    scope: 'glossaries:read',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: none,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, 'invalid_parameter', 'glossary_not_found'],
  }),
  /** Makes it where there is none. */
  update: operation('project_glossaries.update', 'PATCH', '/v1/project-glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'never',
    params: languagePair,
    query: none,
    body: GlossaryUpdate,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, ...termErrors, 'glossary_limit_reached'],
  }),
  /** Makes it where there is none. */
  replace: operation('project_glossaries.replace', 'PUT', '/v1/project-glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: GlossaryReplace,
    shape: 'object',
    data: Glossary,
    errors: [...glossaryErrors, ...termErrors, 'glossary_limit_reached'],
  }),
  remove: operation('project_glossaries.remove', 'DELETE', '/v1/project-glossaries/{language_pair}', {
    scope: 'glossaries:write',
    retry: 'safe',
    params: languagePair,
    query: none,
    body: none,
    shape: 'object',
    data: GlossarySummary,
    errors: [...bodyErrors, ...glossaryErrors, 'glossary_not_found'],
  }),
} as const
