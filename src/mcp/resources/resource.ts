import type { Operation } from '../../contract/operation.ts'
import type { CallContext } from '../context.ts'

/** One resource: data and a reader. A tool gives the same content, since many hosts show only tools (MCP-2). */
export interface ResourceDefinition {
  /** Its address; one `{name}` in it makes it a template, e.g. `translation://batches/{batch_id}`. */
  readonly address: string
  readonly name: string
  readonly title: string
  readonly description: string
  /** The operations that reading it calls: the caller needs their scopes. */
  readonly calls: readonly Operation[]
  /** Reads the content, as a JSON value. `parameter` is the decoded value in the address; empty if the address has no parameter. */
  read(parameter: string, context: CallContext): Promise<Record<string, unknown>>
}
