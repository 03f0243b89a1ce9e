import { expect, it } from 'vitest'
import { Browser } from '../../support/browser.ts'
import { serveClientDocuments } from '../../support/client-documents.ts'
import { collecting } from '../../support/collecting.ts'
import { startOAuthWorld } from '../../support/sign-in.ts'

it('does not wait for ever for the document of a client, nor for its end [OAU-1]', async () => {
  const documents = await serveClientDocuments()
  const world = await startOAuthWorld({ fetching: documents.fetching })
  const query = new URLSearchParams({ client_id: documents.at('/slow.json'), response_type: 'code' })
  const begun = performance.now()
  const page = await collecting(new Browser().go(`${world.issuer}/oauth/authorize?${query}`))
  expect(page.status).toBe(400)
  expect(performance.now() - begun).toBeLessThan(20_000)
})
