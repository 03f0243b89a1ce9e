import type { jsonSchemaValidator } from '@modelcontextprotocol/server'

/**
 * Accepts every object. There is nothing to check: our one form has no fields, and the terminal talks to this program itself. So
 * no schema compiler is loaded at start-up.
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
