/** What parsers give, whose nodes have all they hold by their kind: each is asked for what is needed of it. */

export interface SyntaxNode {
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly of: Readonly<Record<string, unknown>>
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The nodes of a list; what is none is passed over. */
export function nodesIn(value: unknown, nodeOf: (value: unknown) => SyntaxNode | undefined): SyntaxNode[] {
  return Array.isArray(value) ? value.flatMap(each => nodeOf(each) ?? []) : []
}
