import { expect, it } from 'vitest'
import { tracesWanted } from '../../src/telemetry/configured.ts'

const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

it.each([
  ['no variable', {}, 'no'],
  ['an empty address', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, 'no'],
  ['an address', AT, 'yes'],
  ['an address for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, 'yes'],
  ['the exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, 'yes'],
  ['no exporter', { ...AT, OTEL_TRACES_EXPORTER: 'none' }, 'no'],
  ['another exporter', { OTEL_TRACES_EXPORTER: 'zipkin' }, { unknown: 'OTEL_TRACES_EXPORTER' }],
  ['the protocol that is spoken', { ...AT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'yes'],
  ['another protocol', { ...AT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, { unknown: 'OTEL_EXPORTER_OTLP_PROTOCOL' }],
  [
    'a protocol for traces, which comes first',
    { ...AT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
    'yes',
  ],
  ['the switch of the SDK', { ...AT, OTEL_SDK_DISABLED: 'True' }, 'no'],
  ['metrics alone', { OTEL_METRICS_EXPORTER: 'otlp' }, 'no'],
] as const)('by %s', (_, env, wanted) => {
  expect(tracesWanted(env)).toEqual(wanted)
})
