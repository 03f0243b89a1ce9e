/** The same response. Calls `done` once, when its body has been read to the end, has failed or was cancelled, or if it has no body. */
export function whenRead(response: Response, done: () => void): Response {
  return endable(response, done).response
}

/** The same, with a function that ends the body before its end. */
export function endable(
  response: Response,
  done: () => void,
): { readonly response: Response; readonly end: () => void } {
  if (response.body === null) {
    done()
    return { response, end: () => undefined }
  }
  const reader = response.body.getReader()
  let open = true
  const finish = () => {
    if (open) done()
    open = false
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: ended, value } = await reader.read()
        if (!ended) return controller.enqueue(value)
        finish()
        controller.close()
      } catch (error) {
        finish()
        controller.error(error)
      }
    },
    async cancel(reason) {
      finish()
      await reader.cancel(reason)
    },
  })
  const { status, statusText, headers } = response
  // Whoever reads the body sees its end: the read that is under way, or the next one, finds nothing more.
  const end = () => void reader.cancel().catch(() => undefined)
  return { response: new Response(body, { status, statusText, headers }), end }
}
