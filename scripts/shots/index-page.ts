import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SHOTS, VIEWS, shotPath, type View } from './views.ts'

/** Screens below each other; each with its windows side by side, light next to dark. */
export function indexPage(): string {
  const screens = listScreens()
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>
body{font:16px sans-serif;margin:2rem}
nav{columns:12rem}
nav a{display:block}
section{display:flex;gap:1.5rem;overflow-x:auto;padding-bottom:1rem}
figure{margin:0;flex-shrink:0}
figcaption{padding:.25rem 0}
img{height:30rem;object-fit:cover;object-position:top;border:1px solid #888}
</style>
<h1>Every screen</h1>
<nav>${screens.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${screens.map(screenSection).join('\n')}
</html>
`
}

/** A partial run keeps the pictures of the others. */
function listScreens(): string[] {
  const files = VIEWS.map(({ name }) => join(SHOTS, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
  return [...new Set(files)].map((file) => file.replace(/\.jpg$/, '')).toSorted()
}

function screenSection(name: string): string {
  const pictures = VIEWS.filter((view) => existsSync(shotPath(name, view.name))).map((view) =>
    figure(name, view),
  )
  return `<h2 id="${name}">${name}</h2>\n<section>${pictures.join('\n')}</section>`
}

function figure(screen: string, { name, window }: View): string {
  const source = `${name}/${screen}.jpg`
  return `<figure><a href="${source}"><img loading="lazy" alt="${screen}, ${name}" src="${source}" style="aspect-ratio:${window.width}/${window.height}"></a><figcaption>${name}</figcaption></figure>`
}
