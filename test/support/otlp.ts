import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.looseObject({}).transform(() => ''),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform(all => Object.fromEntries(all.map(({ key, value }) => [key, value])))

/** A span as OTLP writes it in JSON (opentelemetry-proto, trace/v1). Ids in hex; kind 2 serves, 3 calls, 5 takes from a queue. */
const Span = z.looseObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.int(),
  attributes: Attributes,
  status: z.object({ code: z.int().default(0), message: z.string().optional() }).default({ code: 0 }),
})
export type SentSpan = z.output<typeof Span>

const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

export interface Collector {
  readonly url: string
  readonly spans: SentSpan[]
  readonly resources: Record<string, string | number>[]
  /** All that came, as it came. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  /** What it answers with; 200 unless set. */
  status: number
}

/** A collector of traces: takes OTLP over HTTP in JSON at /v1/traces; it ends with the test. */
export async function startCollector(): Promise<Collector> {
  const collector: Collector = { url: '', spans: [], resources: [], bodies: [], headers: [], status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      collector.bodies.push(body)
      collector.headers.push(request.headers)
      if (request.url === '/v1/traces' && collector.status === 200) {
        for (const { resource, scopeSpans } of Sent.parse(JSON.parse(body)).resourceSpans) {
          collector.resources.push(resource.attributes)
          collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
        }
      }
      response.writeHead(request.url === '/v1/traces' ? collector.status : 404, { 'content-type': 'application/json' })
      response.end('{}')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(collector, { url: `http://127.0.0.1:${port}` })
}
