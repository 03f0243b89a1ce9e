/** What the usual variables of OpenTelemetry say of traces. Nothing is loaded to find that out. */
export type TracesWanted = 'no' | 'yes' | { readonly unknown: string }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Traces are wanted where an address to send them to is set, or the exporter is. `unknown` names a variable that asks for what this
 * program does not do: then there are none.
 */
export function tracesWanted(env: Environment): TracesWanted {
  const exporter = env.OTEL_TRACES_EXPORTER || undefined
  const address = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return 'no'
  if (exporter === undefined && address === undefined) return 'no'
  if (exporter !== undefined && exporter !== 'otlp') return { unknown: 'OTEL_TRACES_EXPORTER' }
  const of = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'].find(name => env[name])
  if (of !== undefined && env[of] !== 'http/json') return { unknown: of }
  return 'yes'
}
