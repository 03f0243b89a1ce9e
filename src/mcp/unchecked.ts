import type { jsonSchemaValidator } from '@modelcontextprotocol/server'

/**
 * A validator that accepts every object, so that the SDK loads no schema compiler at start-up. There is nothing to check: the only
 * form that the server shows has no fields, and the client of the command line talks to this program itself.
 */
export const UNCHECKED: jsonSchemaValidator = {
  getValidator<Content>() {
    return (value: unknown) =>
      isContent<Content>(value)
        ? { valid: true, data: value, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: 'not an object' }
  },
}

function isContent<Content>(value: unknown): value is Content {
  return typeof value === 'object' && value !== null
}
