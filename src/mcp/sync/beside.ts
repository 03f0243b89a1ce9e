import { ToolRefusal } from '../failure.ts'
import { listed } from '../render/list.ts'

/**
 * Checks that a call with `sync_revision` has no argument besides that it would leave aside.
 *
 * @param asked the arguments of the call
 * @param nothing what the call did not do: `Nothing was spent`
 * @param fitting the arguments that go with it
 * @throws {ToolRefusal} invalid_arguments
 */
export function refuseBeside(
  asked: Readonly<Record<string, unknown>>,
  nothing: string,
  fitting: readonly string[] = [],
): void {
  const others = Object.keys(asked).filter(
    name => asked[name] !== undefined && name !== 'sync_revision' && !fitting.includes(name),
  )
  if (others.length === 0) return
  const rest = fitting.length === 0 ? 'alone' : `alone, or with ${listed(fitting)}`
  throw new ToolRefusal('invalid_arguments', [
    `${nothing}: sync_revision and ${listed(others)} were given together. Give sync_revision ${rest}; languages and wishes stand in translation-mcp.json.`,
  ])
}
