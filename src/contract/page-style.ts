/**
 * The colours of every page, for light and dark. Text has a contrast of 4.5 to 1 or more with every background that it is used on,
 * the borders of fields 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export const PALETTE = {
  light: {
    ...{
      desk: '#f3f4f6',
      ground: '#ffffff',
      ink: '#1b1c1e',
      soft: '#565a61',
      line: '#dcdee2',
      field: '#7d8188',
      fill: '#f3f4f6',
    },
    ...{ act: '#1d4fc4', 'on-act': '#ffffff', warn: '#8a4b00', 'warn-fill': '#fff4e0' },
    ...{ bad: '#a8201a', 'bad-fill': '#fdeceb', good: '#17663a', 'good-fill': '#e8f6ed' },
  },
  dark: {
    ...{
      desk: '#101214',
      ground: '#191b1f',
      ink: '#eceef1',
      soft: '#a9adb5',
      line: '#32363c',
      field: '#868b94',
      fill: '#22252a',
    },
    ...{ act: '#9dbdff', 'on-act': '#0c1a3a', warn: '#ffc877', 'warn-fill': '#33270f' },
    ...{ bad: '#ffaaa3', 'bad-fill': '#3a1917', good: '#8fdcab', 'good-fill': '#14301f' },
  },
} as const

function variables(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

/** The mark beside the name of the service: two pages, one behind the other. */
const PAGE_MARK =
  '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><rect x="1" y="1" width="12" height="14" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5" opacity=".55"/>' +
  '<rect x="6" y="5" width="13" height="14" rx="2.5" fill="var(--act)"/><path d="M9.5 10h6M9.5 13.5h4" stroke="var(--on-act)" stroke-width="1.5" stroke-linecap="round"/></svg>'

/** What the head of every page begins with. */
export const PAGE_HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">`

/** What every page is headed with. */
export const PAGE_BANNER = `<p>${PAGE_MARK}Translation Service</p>`

/**
 * The content security policy of every page: nothing is loaded, and nothing runs but one script of its own, which may call this server.
 *
 * @param style the SHA-256 of STYLE in base64
 * @param forms where forms may go beside this server: origins or schemes
 * @param script what may run: `'sha256-…'`
 */
export function policyOf(
  style: string,
  { forms = [], script }: { forms?: readonly string[]; script?: string },
): string {
  const runs = script === undefined ? [] : [`script-src ${script}`, "connect-src 'self'"]
  const goes = ["form-action 'self'", ...forms].join(' ')
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    ...runs,
    goes,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The style sheet of every page, of the service and of the server for assistants: one card on a plain background, in the fonts of the reader's system, light or dark as it is set. */
export const STYLE = `
:root{color-scheme:light dark;${variables(PALETTE.light)}}
@media (prefers-color-scheme:dark){:root{${variables(PALETTE.dark)}}}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1rem 4rem;background:var(--desk);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:38rem;margin:0 auto}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;min-height:2.25rem;margin-bottom:.75rem;
padding:0 .25rem;font-size:.875rem;color:var(--soft)}
header p{display:flex;align-items:center;gap:.5rem;margin:0;font-weight:600}
header form{display:flex;align-items:center;gap:.75rem}
main{padding:2rem 2.25rem 2.25rem;background:var(--ground);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.625rem;line-height:1.25;font-weight:650;margin:0 0 1rem}
h2{font-size:1.0625rem;line-height:1.35;font-weight:650;margin:2rem 0 .75rem}
h3{font-size:1rem;font-weight:650;margin:0}
p{margin:0 0 1rem}
main>:last-child,main>:last-child>:last-child{margin-bottom:0}
a{color:var(--act);text-underline-offset:.15em}
code{font:.875em/1.4 ui-monospace,monospace}
small,.soft{color:var(--soft);font-size:.875rem}
dl{margin:0 0 1.5rem}
.facts{display:grid;grid-template-columns:7.5rem 1fr;gap:.4375rem 1rem;padding:1rem 0;border:solid var(--line);border-width:1px 0}
.facts dt{color:var(--soft)}
.facts dd{margin:0}
.facts small{display:block}
.facts ul{margin:0;padding-left:1.125rem}
.say{border-left:.25rem solid var(--field);background:var(--fill);padding:.875rem 1rem;margin:0 0 1.5rem;border-radius:.375rem}
.say h2{margin:0 0 .375rem}
.say p,.say ul{margin-bottom:.5rem}
.say>:last-child{margin-bottom:0}
.warn{border-color:var(--warn);background:var(--warn-fill)}
.bad{border-color:var(--bad);background:var(--bad-fill)}
.good{border-color:var(--good);background:var(--good-fill)}
.command{display:block;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--ground)}
label,legend{font-weight:600}
legend{padding:0;margin-bottom:.5rem;font-size:1.0625rem}
fieldset{border:0;padding:0;margin:0 0 1.5rem;min-width:0}
.field{margin:0 0 1.25rem}
.field small{display:block}
.field input{display:block;width:100%;margin-top:.25rem;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--ground);
border:1px solid var(--field);border-radius:.375rem}
.field input[aria-invalid]{border:2px solid var(--bad)}
.field .code{font-family:ui-monospace,monospace;font-size:1.25rem;letter-spacing:.12em;text-transform:uppercase}
.tick{display:grid;grid-template-columns:1.25rem 1fr auto;gap:.125rem .75rem;align-items:start;padding:.5rem 0;border-top:1px solid var(--line);
font-weight:400;cursor:pointer}
.tick:last-of-type{border-bottom:1px solid var(--line)}
.tick input{width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--act)}
.tick small{white-space:nowrap}
.tick code{color:var(--soft);font-size:.8125rem;line-height:1.5rem}
.tag{display:inline-block;padding:0 .5rem;border-radius:.75rem;font-size:.8125rem;font-weight:600;white-space:nowrap;color:var(--warn);
background:var(--warn-fill);border:1px solid}
.acts{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button,a.button{flex:none;font:inherit;white-space:nowrap;overflow-wrap:normal;font-weight:600;padding:.625rem 1.5rem;min-height:2.75rem;border-radius:.375rem;cursor:pointer;
border:1px solid var(--act);background:var(--act);color:var(--on-act)}
button.plain{background:var(--ground);color:var(--ink);border-color:var(--field);font-weight:500}
button.small{min-height:2rem;padding:.25rem .75rem;font-size:.875rem}
a.button{flex:0 1 auto;min-width:0;max-width:100%;text-decoration:none;text-align:center;white-space:normal;overflow-wrap:anywhere}
button:hover,a.button:hover{filter:brightness(1.08)}
button.plain:hover{background:var(--fill);filter:none}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
ul{margin:0 0 1rem;padding-left:1.25rem}
.cards{list-style:none;padding:0}
.cards>li{padding:1rem 0;border-top:1px solid var(--line)}
.cards>li:last-child{padding-bottom:0}
.head{display:flex;align-items:start;justify-content:space-between;gap:.5rem 1rem}
.head h3{padding-top:.25rem;min-width:0}
.head form{flex:none}
.cards .facts{border:0;padding:.5rem 0 0;margin:0;gap:.25rem 1rem;font-size:.9375rem}
.ended p{margin:0}
.asked h2{margin-top:0}
.asked p{margin:0 0 .375rem}
.asked .acts{margin:1.25rem 0 .75rem}
.big{display:block;font:600 1.75rem/1.3 ui-monospace,monospace;letter-spacing:.12em;margin:.25rem 0}
summary{padding:.375rem 0;color:var(--act);cursor:pointer}
.diff{list-style:none;padding:0;border:1px solid var(--line);border-radius:.375rem;font:.875rem/1.5 ui-monospace,monospace}
.diff li{padding:.375rem 0;border-top:1px solid var(--line)}
.diff li:first-child{border-top:0}
.diff .same{padding:.25rem .75rem;color:var(--soft);background:var(--fill);font-family:system-ui,sans-serif}
.diff p{display:grid;grid-template-columns:3.5rem minmax(0,1fr);gap:.5rem;margin:0;padding:.125rem .75rem .125rem 0;white-space:pre-wrap;position:relative}
.diff .at{text-align:end;white-space:nowrap;user-select:none}
.was,.diff .was{background:var(--bad-fill);color:var(--bad)}
.now,.diff .now{background:var(--good-fill);color:var(--good)}
p>.was,p>.now{white-space:nowrap;padding:0 .375rem;border-radius:.25rem}
.drop{display:grid;gap:.75rem;margin:0 0 1.25rem;padding:1.25rem;border:2px dashed var(--field);border-radius:.5rem;background:var(--fill)}
.drop.over{border-style:solid;border-color:var(--act)}
.drop label,.drop p{margin:0}
.drop input{min-width:0;width:100%;min-height:2.75rem;padding:.5rem 0;font:inherit;color:inherit}
.drop.listed input{color:transparent}
.drop input::file-selector-button{margin-inline-end:.75rem;padding:.375rem 1rem;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--field);border-radius:.375rem;cursor:pointer}
.files{list-style:none;padding:0}
.files li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem .75rem;align-items:center;padding:.75rem 0;border-top:1px solid var(--line)}
.files p{margin:0}
.files .state,.files progress{grid-column:1/-1}
.files .doing{display:flex;flex-wrap:wrap;gap:.5rem;grid-column:2;grid-row:1}
progress{width:100%;height:.5rem;accent-color:var(--act)}
.arrived .state::before{content:'✓ '}
.refused .state::before{content:'! '}
.arrived .state{color:var(--good)}
.refused .state{color:var(--bad)}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.index{columns:15rem;column-gap:1.5rem;list-style:none;padding:0;font-size:.9375rem}
.index a{text-underline-offset:.3em}
.index li{padding:.1875rem 0;break-inside:avoid}
.codes{margin:0}
.codes dt{padding:1rem 0 .25rem;border-top:1px solid var(--line);font:600 1rem/1.4 ui-monospace,monospace;scroll-margin-top:1rem}
.codes dt a{color:inherit;text-decoration:none}
.codes dt a:hover{text-decoration:underline}
.codes dt small{font-weight:400;white-space:nowrap}
.codes dt:target,.codes dt:target+dd{background:var(--fill);box-shadow:0 0 0 .5rem var(--fill)}
.codes dt:target{border-color:transparent;color:var(--act)}
.codes dd{margin:0 0 1rem}
.codes dd p{margin:0 0 .25rem}
@media (max-width:32rem){body{padding:1rem 0 0;background:var(--ground)}header{padding:0 1.25rem}
main{padding:.75rem 1.25rem 3rem;border:0;border-radius:0}.facts,.cards .facts{grid-template-columns:5.5rem 1fr;column-gap:.75rem;font-size:.9375rem}
.files li{row-gap:.5rem}.files .doing{grid-column:1/-1;grid-row:auto;order:1}.files .doing:empty{display:none}.tick{grid-template-columns:1.25rem 1fr}.tick code{grid-column:2}.acts button{flex:1 1 100%;white-space:normal}}
@media (forced-colors:active){.say,.tag,main{border:1px solid}}
`.trim()
