/** The page at an upload address: a form with one field, which needs no script. `expected` is the name that the assistant announced. */
export function uploadFormPage(expected: string | undefined): Response {
  return page(200, 'Upload the file to translate', [
    ...(expected === undefined
      ? []
      : [`<p>Your assistant is waiting for <strong dir="auto">${escaped(expected)}</strong>.</p>`]),
    ...FORM,
  ])
}

/** What the person sees once the file has arrived. */
export function uploadedPage(fileName: string): Response {
  return page(201, 'The file has arrived', [
    `<p role="status"><strong dir="auto">${escaped(fileName)}</strong> has arrived. Go back to your assistant and say that the upload is done.</p>`,
  ])
}

/** Why an upload was refused, and the form again where another attempt makes sense. */
export function uploadProblemPage(status: number, reason: string, again: boolean): Response {
  return page(status, again ? 'Not uploaded' : 'This address takes no file', [
    `<p role="alert">${escaped(reason)}</p>`,
    ...(again ? FORM : []),
  ])
}

const FORM = [
  '<form method="post" enctype="multipart/form-data">',
  '<label for="file">File</label> <input id="file" name="file" type="file" required autofocus>',
  '<button>Upload</button>',
  '</form>',
  '<p><small>The file goes to the translation service your assistant uses. Uploading costs nothing. This address works once.</small></p>',
]

const STYLE =
  ':root{color-scheme:light dark;accent-color:#2563eb}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}' +
  'form{display:grid;grid-template-columns:minmax(0,1fr);gap:.8rem;margin:1.5rem 0;padding:1.2rem;border:1px solid GrayText;border-radius:.6rem}label{font-weight:600}input,button{font:inherit;max-width:100%}' +
  'button{padding:.5rem 1.2rem;justify-self:start;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}' +
  ':focus-visible{outline:3px solid #60a5fa;outline-offset:2px}[role=alert]{border-inline-start:.3rem solid #dc2626;padding-inline-start:.8rem}'

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
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>`,
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
    ...body,
    '</main></body></html>',
  ]
  return new Response(html.join('\n'), { status, headers: HEADERS })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
