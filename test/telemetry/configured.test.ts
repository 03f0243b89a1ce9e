import { describe, expect, it } from 'vitest'
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

describe('the variables of OpenTelemetry, together', () => {
  const VALUES = {
    OTEL_SDK_DISABLED: [undefined, '', 'false', '1', 'true', 'TRUE'],
    OTEL_TRACES_EXPORTER: [undefined, '', 'otlp', 'none', 'console', 'otlp,console'],
    OTEL_EXPORTER_OTLP_ENDPOINT: [undefined, '', 'http://127.0.0.1:4318'],
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [undefined, 'http://127.0.0.1:4318/v1/traces'],
    OTEL_EXPORTER_OTLP_PROTOCOL: [undefined, '', 'http/json', 'grpc'],
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: [undefined, '', 'http/json', 'http/protobuf'],
  } as const
  type Env = Readonly<Record<string, string | undefined>>
  const all = Object.entries(VALUES).reduce<readonly Env[]>(
    (made, [name, values]) => made.flatMap(env => values.map(value => ({ ...env, [name]: value }))),
    [{}],
  )
  /** The first rule that holds decides. */
  const RULES: readonly (readonly [says: (env: Env) => boolean, wanted: ReturnType<typeof tracesWanted>])[] = [
    [env => /^true$/i.test(env.OTEL_SDK_DISABLED ?? ''), 'no'],
    [env => env.OTEL_TRACES_EXPORTER === 'none', 'no'],
    [env => /console/.test(env.OTEL_TRACES_EXPORTER ?? ''), { unknown: 'OTEL_TRACES_EXPORTER' }],
    [
      env =>
        !/./.test(
          Object.entries(env)
            .map(([name, value = '']) => (SETS.test(name) ? value : ''))
            .join(''),
        ),
      'no',
    ],
    [env => env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL === 'http/json', 'yes'],
    [env => !!env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, { unknown: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' }],
    [env => env.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc', { unknown: 'OTEL_EXPORTER_OTLP_PROTOCOL' }],
    [() => true, 'yes'],
  ]
  const SETS = /EXPORTER$|ENDPOINT$/

  it('mean in each combination what the first rule says that holds; what is empty is as if it was not set [SCL-3]', () => {
    expect(all).toHaveLength(6 * 6 * 3 * 2 * 4 * 4)
    const wrong = all.filter(env => {
      const [, wanted] = RULES.find(([says]) => says(env)) ?? []
      return JSON.stringify(tracesWanted(env)) !== JSON.stringify(wanted)
    })
    expect(wrong).toEqual([])
  })

  it('of metrics, logs and the name turn on no traces', () => {
    for (const name of [
      'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
      'OTEL_LOGS_EXPORTER',
      'OTEL_SERVICE_NAME',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ])
      expect(tracesWanted({ [name]: 'otlp' })).toBe('no')
  })
})
