import { expect, it } from 'vitest'
import { unlistedSuites } from './support/store-suites.ts'

it('each slow suite that touches the store runs on PostgreSQL, or there is a reason why it does not', () => {
  expect(unlistedSuites()).toEqual({ unlisted: [], unknown: [] })
})
