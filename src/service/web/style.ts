/** The look of every page: one column, the system's own type, light and dark as the reader has it. Contrast is 4.5 to 1 or more. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1c1e;--soft:#5a5d63;--line:#d5d7db;--field:#7d8188;--fill:#f4f5f7;
--act:#1d4fc4;--on-act:#fff;--warn:#8a4b00;--warn-fill:#fff4e0;--bad:#a8201a;--bad-fill:#fdeceb;--good:#17663a;--good-fill:#e8f6ed}
@media (prefers-color-scheme:dark){:root{--ground:#16181b;--ink:#eceef1;--soft:#a7abb3;--line:#35393f;--field:#868b94;
--fill:#1f2226;--act:#9dbdff;--on-act:#0c1a3a;--warn:#ffc877;--warn-fill:#33270f;--bad:#ffaaa3;--bad-fill:#3a1917;--good:#8fdcab;--good-fill:#14301f}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:35rem;margin:0 auto;padding:0 1.25rem}
header p{margin:2.5rem 0 0;color:var(--soft);font-size:.875rem}
main{padding-bottom:4rem}
h1{font-size:1.625rem;line-height:1.25;font-weight:650;margin:.25rem 0 1rem}
h2{font-size:1.125rem;line-height:1.35;font-weight:650;margin:2.5rem 0 .75rem}
h3{font-size:1rem;font-weight:650;margin:0}
p{margin:0 0 1rem}
a{color:var(--act);text-underline-offset:.15em}
code{font:.9em/1.4 ui-monospace,monospace}
small,.soft{color:var(--soft);font-size:.875rem}
dl{margin:0 0 1.5rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.375rem 1.25rem;padding:.875rem 0;border:solid var(--line);border-width:1px 0}
.facts dt{color:var(--soft)}
.facts dd{margin:0}
.facts small{display:block}
.say{border-left:.25rem solid var(--line);background:var(--fill);padding:.75rem 1rem;margin:0 0 1.5rem;border-radius:.25rem}
.say p:last-child,.say ul:last-child{margin-bottom:0}
.warn{border-color:var(--warn);background:var(--warn-fill)}
.bad{border-color:var(--bad);background:var(--bad-fill)}
.good{border-color:var(--good);background:var(--good-fill)}
label,legend{font-weight:600}
legend{padding:0;margin-bottom:.5rem}
fieldset{border:0;padding:0;margin:0 0 1.5rem;min-width:0}
.field{margin:0 0 1.25rem}
.field small{display:block}
.field input{display:block;width:100%;margin-top:.25rem;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--ground);
border:1px solid var(--field);border-radius:.375rem}
.field input[aria-invalid]{border:2px solid var(--bad)}
.code{font-family:ui-monospace,monospace;letter-spacing:.1em;text-transform:uppercase}
.tick{display:grid;grid-template-columns:1.25rem 1fr;gap:.75rem;padding:.625rem 0;border-top:1px solid var(--line);font-weight:400}
.tick:last-of-type{border-bottom:1px solid var(--line)}
.tick input{width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--act)}
.tick small{display:block}
.tag{display:inline-block;padding:0 .5rem;border-radius:.75rem;font-size:.8125rem;font-weight:600;color:var(--warn);background:var(--warn-fill);
border:1px solid}
.acts{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{font:inherit;font-weight:600;padding:.625rem 1.25rem;min-height:2.75rem;border-radius:.375rem;cursor:pointer;
border:1px solid var(--act);background:var(--act);color:var(--on-act)}
button.plain{background:none;color:var(--ink);border-color:var(--field);font-weight:500}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
ul{margin:0 0 1rem;padding-left:1.25rem}
.cards{list-style:none;padding:0}
.cards>li{padding:1.25rem 0;border-top:1px solid var(--line)}
.cards>li:last-child{border-bottom:1px solid var(--line)}
.cards .facts{border:0;padding:.5rem 0 0;margin:0;font-size:.9375rem}
.cards form{margin-top:.75rem}
.big{display:block;font:600 1.75rem/1.3 ui-monospace,monospace;letter-spacing:.12em;margin:.25rem 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
dt:target{outline:3px solid var(--act);outline-offset:.25rem}
.codes dt{margin-top:1rem;font:600 1rem ui-monospace,monospace}
.codes dd{margin:0}
@media (max-width:26rem){.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}.acts button{flex:1 1 100%}}
@media (forced-colors:active){.say,.tag{border:1px solid}}
`.trim()
