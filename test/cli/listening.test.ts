import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { SENDING } from '../../src/service/http/sending.ts'

it('waits for nobody’s headers for ever, and long enough for an upload over a slow line [MCP-12, UPL-1]', () => {
  const { headersTimeout, requestTimeout } = createServer(SENDING)
  expect(headersTimeout).toBe(60_000)
  expect(requestTimeout).toBe(15 * 60_000)
})
