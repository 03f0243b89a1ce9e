/** A refusal before any server object is involved, in the shape clients of MCP read: a JSON-RPC error without an id. */
export function problem(
  status: number,
  message: string,
  { code = -32_000, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers })
}
