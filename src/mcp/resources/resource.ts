import type { Operation } from '../../contract/operation.ts'
import type { CallContext } from '../context.ts'

/** One resource: data and a reader. Each has a tool twin, since many hosts show tools only (MCP-2). */
export interface ResourceDefinition {
  /** Its address; one `{name}` in it makes it a template, e.g. `translation://batches/{batch_id}`. */
  readonly address: string
  readonly name: string
  readonly title: string
  readonly description: string
  /** The operations that reading it calls: the caller needs their scopes. */
  readonly calls: readonly Operation[]
  /** What it holds, as JSON. `parameter` is the value in the address, decoded; empty where the address has none. */
  read(parameter: string, context: CallContext): Promise<unknown>
}
