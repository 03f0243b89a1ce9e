import {
  INTERNAL_ERROR,
  ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { ApiError } from '../../client/errors.ts'
import { objectWithCodes } from '../../contract/hidden.ts'
import type { CallContext } from '../context.ts'
import { failureText } from '../failure.ts'
import { wordedResult } from '../tool-choice.ts'
import { batchResource } from './batch.ts'
import { creditsResource } from './credits.ts'
import { glossaryResource } from './glossary.ts'
import type { ResourceDefinition } from './resource.ts'
import { usageResource } from './usage.ts'

/** Every resource. */
const DEFINITIONS: readonly ResourceDefinition[] = [usageResource, creditsResource, batchResource, glossaryResource]

const mimeType = 'application/json'
const PARAMETER = /\{\w+\}/
const ADDRESSES = DEFINITIONS.map(definition => ({ definition, pattern: patternOf(definition) }))

/** Resources with a fixed address, as resources/list shows them. */
export const RESOURCES = DEFINITIONS.filter(({ address }) => !PARAMETER.test(address)).map(
  ({ address, name, title, description }) => ({ uri: address, name, title, description, mimeType }),
)

/** Resources with a parameter, as resources/templates/list shows them; completions are in complete.ts. */
export const RESOURCE_TEMPLATES = DEFINITIONS.filter(({ address }) => PARAMETER.test(address)).map(
  ({ address, name, title, description }) => ({ uriTemplate: address, name, title, description, mimeType }),
)

/** Matches the addresses of one resource, and the template itself. The group is the parameter, still percent-encoded. */
function patternOf({ address }: ResourceDefinition): RegExp {
  return new RegExp(`^${address.replace(PARAMETER, '([^/?#]+)')}$`)
}

/** The resource at an address; undefined if no resource has such an address. */
export function resourceAt(uri: string): ResourceDefinition | undefined {
  return ADDRESSES.find(({ pattern }) => pattern.test(uri))?.definition
}

/** Codes which mean that the address names nothing that exists. */
const ABSENT = new Set<string>([
  'batch_not_found',
  'glossary_not_found',
  'invalid_language_pair',
  'language_not_supported',
])

/**
 * Reads one resource as JSON.
 *
 * @throws {ResourceNotFoundError} for an address of no resource, or of a batch or glossary that does not exist
 * @throws {ProtocolError} for any other failure, in the words that a tool would use
 */
export async function readResource(uri: string, context: CallContext): Promise<ReadResourceResult> {
  const found = ADDRESSES.find(({ pattern }) => pattern.test(uri))
  if (found === undefined) throw new ResourceNotFoundError(uri)
  const [, parameter = ''] = found.pattern.exec(uri) ?? []
  try {
    const content = await found.definition.read(decodeURIComponent(parameter), context)
    return {
      contents: [
        {
          uri,
          mimeType,
          text: JSON.stringify(wordedResult(objectWithCodes(content), context.parts.settings.tools), null, 2),
        },
      ],
    }
  } catch (error) {
    if (error instanceof URIError || (error instanceof ApiError && ABSENT.has(error.code)))
      throw new ResourceNotFoundError(uri)
    const words = failureText(error, {
      tool: 'reading the resource',
      effect: 'read',
      changed: false,
      report: context.parts.report,
    })
    throw new ProtocolError(INTERNAL_ERROR, words)
  }
}
