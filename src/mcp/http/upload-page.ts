/** The page behind an upload address: one field, works without script. */
export function uploadPage(): Response {
  return page(200, 'Upload the file to translate', [
    '<form method="post" enctype="multipart/form-data">',
    '<label for="file">File</label> <input id="file" name="file" type="file" required autofocus>',
    '<button>Upload</button>',
    '</form>',
    '<p>It goes to the translation service this server uses. Nothing is spent by uploading. The address works once.</p>',
  ])
}

/** What the person sees once the file has arrived. */
export function uploadedPage(fileName: string): Response {
  return page(201, 'Uploaded', [
    `<p><strong>${escaped(fileName)}</strong> has arrived. Go back to your assistant and tell it that the upload is done.</p>`,
  ])
}

/** Why an upload was refused, and what to do. */
export function uploadProblemPage(status: number, reason: string): Response {
  return page(status, 'Not uploaded', [`<p>${escaped(reason)}</p>`, '<p>Nothing was stored or spent.</p>'])
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}' +
  'form{display:grid;gap:.8rem;margin:1.5rem 0}button{font:inherit;padding:.5rem 1rem;justify-self:start}'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function page(status: number, title: string, body: readonly string[]): Response {
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
    ...body,
    '</main></body></html>',
  ]
  return new Response(html.join('\n'), { status, headers: HEADERS })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
