import * as z from 'zod'
import { ErrorEnvelope } from '../envelope.ts'
import type { ErrorCode } from '../errors.ts'
import { ERRORS } from '../errors.ts'
import { IDEMPOTENCY_KEY, PROJECT } from '../limits.ts'
import { type ApiOperation, OPERATIONS } from '../operations.ts'
import { SCOPE_NAMES, SCOPES } from '../scopes.ts'
import { answersOf, errorExamples, errorsOf, errorTable, HEADERS } from './answers.ts'
import { BODIES } from './examples.ts'
import { inlineSchema, type Json, namedSchemas, refTo, schemaName } from './schemas.ts'
import { OPERATION_WORDS, PARAMETER_WORDS, TAGS } from './words.ts'

/** Addresses of an authorization server (OAuth 2.1). */
export interface OAuthAddresses {
  readonly authorization: string
  readonly token: string
  /** The device authorization endpoint (RFC 8628). */
  readonly device: string
  /** Its metadata (RFC 8414). */
  readonly metadata: string
}

/** What the document says of one service beside the contract. */
export interface ServiceFacts {
  /** Base of `docs_url` in errors, without a trailing slash. */
  readonly docsUrl: string
  /** Where OAuth clients get tokens; undefined where only workspace keys are taken. */
  readonly oauth?: OAuthAddresses | undefined
}

/** The interface version (contract, Versioning). */
const INTERFACE_VERSION = '1.0.0'

const ABOUT = `A JSON API for translating files: create a translation from a file, plan it in words, approve its cost, wait, fetch the result.

Success is \`{data, request_id}\`, a list \`{data, has_more, next_cursor, limit, request_id}\`, an error \`{error, request_id}\`. Branch on
\`error.code\`, never on the message or the status. Properties of a body that are not listed are refused with \`unknown_field\`; query
parameters that are not listed are ignored. Fields that may be null are always present. A resource of another workspace answers as one
that does not exist.

What may be repeated after a lost answer says \`x-retry\`: \`safe\` always, \`keyed\` with the same \`Idempotency-Key\`, \`never\` only
after a 429, which changed nothing. \`x-scope\` is the scope that an operation needs.`

/** The whole API as an OpenAPI 3.1 document. Everything in it is made from the contract. */
export function openApiDocument({ docsUrl, oauth }: ServiceFacts): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Translation Service API', version: INTERFACE_VERSION, description: ABOUT },
    externalDocs: { description: 'Every error code, its meaning and its remedy', url: `${docsUrl}/errors` },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...operationPaths(oauth !== undefined), ...signedPaths() },
    components: {
      schemas: { ...namedSchemas(), Error: errorSchema() },
      headers: HEADERS,
      examples: errorExamples(docsUrl),
      parameters: { IdempotencyKey: idempotencyKey(), Project: project() },
      securitySchemes: schemes(oauth),
    },
    'x-errors': errorTable(),
  }
}

function operationPaths(oauth: boolean): Json {
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, oauth),
    }
  }
  return paths
}

function described(operation: ApiOperation, oauth: boolean): Json {
  const { id, scope, retry } = operation
  const { tag, summary, description } = OPERATION_WORDS[id]
  const parameters = [...parametersIn('path', operation.params), ...parametersIn('query', operation.query)]
  if (retry === 'keyed') {
    parameters.push(...['IdempotencyKey', 'Project'].map(name => ({ $ref: `#/components/parameters/${name}` })))
  }
  if (id.startsWith('project_')) parameters.push({ $ref: '#/components/parameters/Project' })
  const body = bodyOf(operation)
  return {
    operationId: id.replace('.', '_'),
    tags: [tag],
    summary,
    description,
    'x-scope': scope,
    'x-retry': retry,
    security: [{ bearer: [scope] }, ...(oauth ? [{ oauth: [scope] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: answersOf(operation),
  }
}

function parametersIn(place: 'path' | 'query', schema: z.ZodType): Json[] {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    ...(place === 'path' && { required: true }),
    ...PARAMETER_WORDS[name],
    schema: parameterSchema(field),
  }))
}

/** A parameter as it is written on the wire: whole numbers as such, all else as its text. */
function parameterSchema(field: z.ZodType): Json {
  const read = inlineSchema(field, 'output')
  return read.type === 'integer' ? read : inlineSchema(field, 'input')
}

function idempotencyKey(): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 printable characters. A repeat with the same key finds the translation that the first call made.',
    example: '0b8f9c1e-5f0e-4a53-9d52-7f6f0b6f4c11',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  }
}

function project(): Json {
  return {
    name: 'Translation-Project',
    in: 'header',
    description:
      'The project that the translation belongs to, in any words. What was translated for a project is used again in it.',
    example: 'shop-4f1c9a02',
    schema: { type: 'string', pattern: PROJECT.source },
  }
}

/** The body of an operation; undefined where it takes none. */
function bodyOf({ id, method, body, multipart }: ApiOperation): Json | undefined {
  if (method === 'GET' || Object.keys(body.shape).length === 0) return undefined
  const name = schemaName(body)
  const schema = name === undefined ? inlineSchema(body, 'input') : { $ref: refTo(name) }
  const example = BODIES[id]
  const json = { schema, ...(example !== undefined && { example }) }
  const form = multipart && {
    'multipart/form-data': { schema: formSchema(), encoding: { file: { contentType: 'application/octet-stream' } } },
  }
  return { required: true, content: { 'application/json': json, ...form } }
}

function formSchema(): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    description: 'The bytes of a file: required for binary formats. Text fields may stand before or after it.',
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        contentMediaType: 'application/octet-stream',
        description: 'The original bytes, with a file name.',
      },
      filename: { ...text, description: 'In place of the file name of the part.' },
      instruction: { ...text, description: 'What to translate, in words.' },
      idempotency_key: { ...text, description: 'In place of the header, where none can be set.' },
    },
    required: ['file'],
    additionalProperties: false,
  }
}

/** The error envelope as this service sends it. A code that is not in `x-errors` is still an error that can be reported. */
function errorSchema(): Json {
  const { error } = ErrorEnvelope.shape
  const sent = z.object({ error: error.required({ docs_url: true }), request_id: z.string() })
  const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))]
  return {
    description: `The error envelope. Branch on \`error.code\`; \`error.type\` is one of ${types.join(', ')}. \`param\` names what was refused.`,
    ...inlineSchema(sent, 'output'),
  }
}

function schemes(oauth: ServiceFacts['oauth']): Json {
  const scopes = Object.fromEntries(SCOPE_NAMES.map(name => [name, SCOPES[name].allows]))
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    description:
      'A workspace key, written `<prefix>_live_<secret>`, or an OAuth access token. Never in a URL. The list of an operation names the scope that it needs.',
  }
  if (oauth === undefined) return { bearer }
  const code = { authorizationUrl: oauth.authorization, tokenUrl: oauth.token, refreshUrl: oauth.token, scopes }
  const description =
    'OAuth 2.1: authorization code with PKCE (S256), refresh tokens that rotate, resource indicators; the device grant at ' +
    `${oauth.device}. All addresses are in ${oauth.metadata} (RFC 8414). Scopes are those that the approving member may give, at most.`
  return { bearer, oauth: { type: 'oauth2', description, flows: { authorizationCode: code } } }
}

const signed = (name: string, description: string, required = true): Json => ({
  ...{ name, in: 'query', required, description },
  schema: { type: 'string' },
})
const SIGNATURE = [
  signed('expires', 'When the link ends.'),
  signed('sig', 'Its signature. Take the whole address as it was given.'),
  signed('by', 'For whom the link was made, where it names somebody.', false),
]
const VIEW = signed('view', 'With the value page it is the page about the file.', false)
const BYTES = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

/** The addresses that answers lead to. They need no credential: whoever has the address may use it. */
function signedPaths(): Json {
  const common = ['resource_not_found', 'internal_error', 'service_unavailable'] as const satisfies readonly ErrorCode[]
  const part = (name: string): Json => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  const shared = { tags: ['Signed links'], security: [] }
  return {
    '/files/{batch_id}/{name}': {
      get: {
        ...shared,
        operationId: 'links_download',
        summary: 'Fetch a finished file',
        description:
          'The `url` of a result. The body is the file, with its name in Content-Disposition. The `page_url` of a result is the same with a view: a page about it, for people.',
        parameters: [part('batch_id'), part('name'), ...SIGNATURE, VIEW],
        responses: {
          '200': {
            description: 'The file, or the page about it.',
            content: { '*/*': { schema: BYTES }, 'text/html': { schema: { type: 'string' } } },
          },
          ...errorsOf([...common, 'file_expired']),
        },
      },
    },
    '/uploads/{upload_id}': {
      put: {
        ...shared,
        operationId: 'links_upload',
        summary: 'Send the bytes of an upload',
        description: 'The `url` of an upload. Bytes that are sent again before it is completed replace the first ones.',
        parameters: [part('upload_id'), ...SIGNATURE],
        requestBody: { required: true, content: { 'application/octet-stream': { schema: BYTES } } },
        responses: {
          '204': { description: 'The bytes have arrived.' },
          ...errorsOf([...common, 'file_too_large']),
        },
      },
    },
  }
}
