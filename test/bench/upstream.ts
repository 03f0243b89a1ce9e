import { createServer } from 'node:http'

/** What the API answers to the two calls behind get_account, ready to be sent. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/v1/account': JSON.stringify({
    data: {
      workspace: { id: 'wsp_1', name: 'Example', slug: 'example', plan: 'team' },
      credit_balance: 98_760,
      entitlements: {
        quality_tiers: ['standard', 'lite'],
        custom_guidelines: true,
        max_glossaries: null,
        max_terms_per_glossary: 10_000,
        max_upload_bytes: 62_914_560,
      },
      credential: {
        id: 'key_1',
        kind: 'api_key',
        name: 'laptop',
        prefix: 'tms_live_ab12',
        scopes: ['account:read', 'batches:read', 'batches:create'],
        created_at: '2026-11-01T09:00:00.000Z',
        expires_at: null,
      },
      capabilities: { batch_creation: true, webhooks: false, supported_formats: ['txt', 'md', 'json'] },
    },
    request_id: 'req_1',
  }),
  '/v1/credits': JSON.stringify({
    data: {
      balance: 98_760,
      plan: 'team',
      monthly_allowance: 100_000,
      next_refill_estimated_at: '2026-12-01T00:00:00.000Z',
      grants: [
        {
          id: 'grt_1',
          type: 'monthly',
          amount: 100_000,
          used: 1240,
          remaining: 98_760,
          granted_at: '2026-11-01T00:00:00.000Z',
          expires_at: '2026-12-01T00:00:00.000Z',
        },
      ],
    },
    request_id: 'req_2',
  }),
}

/** An API that costs next to nothing: fixed answers from memory. Gives its address. */
export function startUpstream(): Promise<string> {
  const server = createServer((request, response) => {
    const text = ANSWERS[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text ?? ''),
    })
    response.end(text)
  })
  server.keepAliveTimeout = 60_000
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    })
  })
}
