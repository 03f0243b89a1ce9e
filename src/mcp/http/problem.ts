/** The response to a request that is refused before it reaches a server object: a JSON-RPC error without an id, as MCP clients expect. */
export function problem(
  status: number,
  message: string,
  { code = -32_000, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers })
}
