/** Browsing: listings and filters, detail pages, wishlist and content pages, with and without JavaScript. */
import type { Page } from '@playwright/test'
import { addToCart } from './support/shopping.ts'
import { emailsTo } from './support/mailbox.ts'
import { newCustomer } from './support/customer.ts'
import { UNKNOWN_CODE } from './support/document-screens.ts'
import { holdOnce } from './support/hold-once.ts'
import { loadedFontFamilies } from './support/layout.ts'
import { waitUntilHydrated } from './support/hydrated.ts'
import { expect, test } from './support/test.ts'

// Shows D15.address, D34.scroll
test('filters live in the URL and survive a reload; Back leaves the page, not the filter', async ({
  page,
}) => {
  await page.goto('/rings?category=Engagement&metal=Platinum')
  // Himadri Platinum Solitaire and Tridevi Three-Stone Ring.
  await expect(page.getByText('Showing 2 results')).toBeVisible()
  await page.getByRole('link', { name: /Himadri Platinum Solitaire/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Himadri')
  await page.goBack()
  await expect(page.getByText('Showing 2 results')).toBeVisible()
  await expect(page).toHaveURL(/category=Engagement/)
})

// Shows D15.restored, 4.filters.saved
test('restores the last filters when the URL has none', async ({ page }) => {
  await page.goto('/rings')
  await page
    .getByRole('main')
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Search rings...'))
    .first()
    .fill('solitaire')
  await expect(page).toHaveURL(/q=solitaire/)
  const results = await page.getByText(/^Showing \d+ results$/).textContent()
  await page.goto('/')
  await page.goto('/rings')
  await expect(page).toHaveURL(/q=solitaire/)
  await expect(page.getByText(results ?? 'no results')).toBeVisible()
  await waitUntilHydrated(page)
  // Pressing a link before its code has loaded loads the whole page.
  const visit = () => page.evaluate(() => `${performance.timeOrigin} ${history.state?.key}`)
  const first = await visit()
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Rings', exact: true })
    .click()
  await expect.poll(visit).not.toBe(first)
  await expect(page).toHaveURL('/rings?q=solitaire')
  await expect(page.getByText(results ?? 'no results')).toBeVisible()
})

// Shows D15.nonsense
test('ignores invalid values in URL and storage', async ({ page }) => {
  await page.goto('/rings')
  await page.evaluate(() => localStorage.setItem('filters', '{"chosen":{"metal":[7,null]},"sort":42'))
  await page.goto('/rings?metal=Cheese&max=abc&sort=upside-down')
  await expect(page.getByText('Showing 32 results')).toBeVisible()
})

// Shows 2.listing.reset
test('a search without matches shows the collection, and offers to reset the filters', async ({ page }) => {
  await page.goto('/rings?q=zzzz')
  await expect(page.getByText('Showing 0 results')).toBeVisible()
  const collection = page.getByRole('navigation', { name: 'The collection' })
  await expect(collection.getByRole('link')).toHaveCount(12)
  await page.getByRole('button', { name: 'Reset Filters' }).first().click()
  await expect(page.getByText('Showing 32 results')).toBeVisible()
})

// Shows 2.card.buttons-stay, 2.card.toast.cart
test('a card’s buttons do not navigate', async ({ page }) => {
  await page.goto('/tops')
  const card = page.getByRole('listitem').filter({ hasText: 'Saptarishi Star Studs' }).first()
  await card.getByRole('button', { name: /add to cart/i }).click()
  await expect(page.getByText('Saptarishi Star Studs added to cart!')).toBeVisible()
  await expect(page).toHaveURL(/\/tops$/)
})

test('a listing loads the code of the detail page before a card is pressed', async ({ page }) => {
  await page.goto('/rings')
  const isDetailLoaded = () =>
    page.evaluate(() => {
      // As CardPresses does: React Router names the module of each route.
      const path = globalThis.__reactRouterManifest?.routes['detail/route']?.module
      return path !== undefined && performance.getEntriesByName(new URL(path, location.href).href).length > 0
    })
  await expect.poll(isDetailLoaded).toBe(true)
})

// Shows 2.wishlist.card, 2.wishlist.to-cart, 2.wishlist.empty, D7.dollars, 4.wishlist.to-cart
// Shows D13.wishlist-open
test('the wishlist shows rupees before dollars and moves an item to the cart', async ({ page }) => {
  await page.goto('/anklet/1')
  await page
    .getByRole('button', { name: /add to wishlist/i })
    .first()
    .click()
  await expect(page.getByText('Item added to wishlist!')).toBeVisible()
  await page.goto('/wishlist')
  // ₹7,250.00 at ₹75 to the dollar.
  await expect(page.getByText('₹7,250.00')).toBeVisible()
  await expect(page.getByText('≈ $96.67')).toBeVisible()
  await page.getByRole('button', { name: /add to cart/i }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Ghungroo Silver Payal')).toBeVisible()
})

// Shows 2.detail.sold-out, D12.blocked, 2.detail.stock
test('a sold-out product cannot be added and blocks checkout', async ({ page }) => {
  await page.goto('/rings/808')
  await expect(page.getByText('Out of Stock').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()).toBeDisabled()
  await page.evaluate(() => localStorage.setItem('cart', '[{"type":"rings","id":808,"quantity":1}]'))
  await page.goto('/cart')
  await expect(page.getByText('Jadau Polki Cocktail Ring')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/out of stock|sold out/i)
})

test.describe('a missing page', () => {
  for (const [path, text] of [
    ['/rings/999', 'Ring not found'],
    ['/tops/99', 'Earring not found'],
    ['/mangal-sutra/1', 'Mangal Sutra not found'],
    ['/blog/9', 'Blog post not found!'],
    ['/no-such-page', 'Page not found'],
  ] as const)
    // Shows 2.detail.not-found, 2.detail.not-found.blog, D14.not-found
    test(`${path} responds 404 and says "${text}"`, async ({ page, allowErrors }) => {
      allowErrors(/404/)
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    })
})

/** Holds the scripts back until the returned function is called; the HTML is already interactive. */
async function openSlowly(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  return release
}

test.describe('before hydration', () => {
  // Shows B.before-script
  test('repeated clicks on Add to Cart add one item', async ({ page }) => {
    const release = await openSlowly(page, '/rings/801')
    const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    await add.click()
    await add.click()
    release()
    await expect(page.getByText('Item added to cart!')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your cart' })).toContainText('Quantity 1')
  })

  // Shows B.before-script, D39.chosen
  test('adds the last chosen size', async ({ page }) => {
    const letGo = await openSlowly(page, '/rings/801')
    const sizes = page.getByRole('group', { name: 'Size' })
    for (const size of ['14', '18', '14']) await sizes.getByRole('radio', { name: size }).check()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    letGo()
    await expect(page.getByRole('region', { name: 'Your cart' })).toContainText('Size 14 · Quantity 1')
    await expect(sizes.getByRole('radio', { name: '14' })).toBeChecked()
  })

  // Shows B.before-script
  test('opens the size guide and shows the delivery date for a pincode', async ({ page }) => {
    const release = await openSlowly(page, '/rings/801')
    await page.getByLabel('Deliver to').fill('302001')
    await page.getByRole('button', { name: 'Find your ring size' }).click()
    release()
    await expect(page.getByRole('dialog', { name: 'Find your ring size' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('form', { name: 'Delivery' })).toContainText('Free delivery by')
  })

  // Shows B.before-script
  test('handles a click on Sign in, and Enter submits nothing', async ({ page }) => {
    const release = await openSlowly(page, '/login')
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.in')
    await page.getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    release()
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })

  // Shows B.before-script
  test('checks the text of a QR code without sending it, and Enter submits nothing', async ({ page }) => {
    const release = await openSlowly(page, '/verify')
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.getByLabel('Text of the QR code').fill('half-a-code')
    await page.getByLabel('Text of the QR code').press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Check' }).click()
    release()
    await expect(page.getByText('This is not the whole text of one of our QR codes.')).toBeVisible()
    await expect(page).toHaveURL(/\/verify$/)
    expect(requested.filter((url) => url.includes('half-a-code'))).toEqual([])
  })

  // Shows B.before-script
  test('reports an incomplete pincode and keeps it', async ({ page }) => {
    const release = await openSlowly(page, '/rings/801')
    await page.getByLabel('Deliver to').fill('3020')
    await page.getByLabel('Deliver to').press('Enter')
    await page.getByRole('button', { name: 'Check' }).click()
    release()
    await expect(page.getByText('Enter a pincode of six digits.')).toBeVisible()
    await expect(page.getByLabel('Deliver to')).toHaveValue('3020')
  })

  // Shows B.before-script
  test('a click that waits for hydration does not overtake the text typed before it', async ({ page }) => {
    const release = await openSlowly(page, '/rings/801')
    await page.getByLabel('Deliver to').fill('3020')
    const clicked = page.getByRole('button', { name: 'Check' }).evaluate((button: HTMLButtonElement) => {
      const part = button.closest('[data-lazy]') ?? document.documentElement
      return new Promise((resolve) => {
        // In Chromium a task of this priority precedes timers, like a waiting click.
        const click = () => scheduler.postTask(() => button.click(), { priority: 'user-blocking' })
        new MutationObserver(() => resolve(click())).observe(part, { attributeFilter: ['data-hydrated'] })
      })
    })
    release()
    await clicked
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expect(page.getByText('Enter a pincode of six digits.')).toBeVisible()
    await expect(page.getByLabel('Deliver to')).toHaveValue('3020')
  })

  // Shows B.before-script
  test('a click finds the pincode of an earlier visit', async ({ page }) => {
    await page.goto('/rings/801')
    await page.getByLabel('Deliver to').fill('302001')
    const delivery = page.getByRole('form', { name: 'Delivery' })
    await expect(delivery).toContainText('Free delivery by')
    const release = await openSlowly(page, '/rings/801')
    await page.getByRole('button', { name: 'Check' }).click()
    release()
    await expect(delivery).toContainText('Free delivery by')
    await expect(page.getByText('Enter a pincode of six digits.')).toBeHidden()
  })

  for (const [on, path] of [
    ['a page', '/about'],
    ['a page that does not exist', '/no-such-page'],
  ] as const)
    // Shows B.before-script
    test(`text typed into the header search stays, on ${on}`, async ({ page, allowErrors }) => {
      allowErrors(/status of 404/)
      const release = await openSlowly(page, path)
      const search = page.getByRole('combobox', { name: 'Search jewellery' })
      await search.fill('jhumka')
      release()
      await expect(page.getByRole('option', { name: /Ranjani Kundan Jhumka/ })).toBeVisible()
      await expect(search).toHaveValue('jhumka')
    })

  // Shows B.before-script
  test('shows popular searches when the header search has focus', async ({ page }) => {
    const release = await openSlowly(page, '/about')
    await page.getByRole('combobox', { name: 'Search jewellery' }).click()
    release()
    await expect(page.getByRole('option', { name: 'Payal' })).toBeVisible()
  })

  // Shows B.before-script
  test('shows the empty-cart message at once only for an empty cart', async ({ page }) => {
    const empty = page.getByRole('heading', { name: 'Your cart is empty' })
    const release = await openSlowly(page, '/cart')
    await empty.evaluate((element) => element.setAttribute('title', 'first painted'))
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeAttached()
    await expect(empty, 'is not painted a second time').toHaveAttribute('title', 'first painted')
    await page.evaluate(() => localStorage.setItem('cart', '[{"type":"rings","id":801,"quantity":1}]'))
    const releaseAgain = await openSlowly(page, '/cart')
    await expect(page.getByText('Loading your cart')).toBeAttached()
    await expect(empty).toBeHidden()
    releaseAgain()
    await expect(page.getByRole('main').getByText('Chandrika Solitaire Ring')).toBeVisible()
  })
})

test.describe('before hydration of a listing', () => {
  // Shows B.before-script
  test('applies filters, sort and search of a listing', async ({ page }) => {
    const release = await openSlowly(page, '/rings')
    await page.getByRole('checkbox', { name: /^Engagement/ }).check()
    await page.getByLabel('Sort by').selectOption('Price: Low to High')
    await page.getByPlaceholder('Search rings...').fill('solitaire')
    release()
    await expect(page).toHaveURL('/rings?q=solitaire&category=Engagement&sort=price-low-high')
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Engagement')
  })

  // Shows B.before-script, D15.restored
  test('a filter is added to those of an earlier visit', async ({ page }) => {
    const engagement = page.getByRole('checkbox', { name: /^Engagement/ })
    await page.goto('/rings')
    await engagement.check()
    await expect(page).toHaveURL('/rings?category=Engagement')
    const release = await openSlowly(page, '/rings')
    await page.getByRole('checkbox', { name: /^Platinum/ }).check()
    release()
    await expect(page).toHaveURL('/rings?category=Engagement&metal=Platinum')
    await expect(engagement).toBeChecked()
    await expect(page.getByText('Showing 2 results')).toBeVisible()
  })

  // Shows B.before-script
  test('restores the scroll position of a listing on Back', async ({ page }) => {
    const release = await openSlowly(page, '/rings')
    const card = page.getByRole('main').getByRole('article').nth(20)
    await card.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(500)
    release()
    await waitUntilHydrated(page)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/rings\/\d+$/)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })
})

test('the check of a document that ends after a later one does not replace its result', async ({ page }) => {
  const answer = await holdOnce(page, '**/api/document-keys')
  await page.goto('/verify')
  await waitUntilHydrated(page)
  const field = page.getByLabel('Text of the QR code')
  const button = page.getByRole('main').getByRole('button', { name: 'Check' })
  await field.fill(UNKNOWN_CODE)
  await field.press('Enter')
  await expect(button).toBeDisabled()
  await field.fill('half-a-code')
  await field.press('Enter')
  const result = page.getByText('This is not the whole text of one of our QR codes.')
  await expect(result).toBeVisible()
  await expect(button).toBeEnabled()
  answer()
  // The earlier check ends as soon as it has stored the keys; then the page would be painted again.
  await page.waitForFunction(() => localStorage.getItem('documentKeys') !== null)
  for (let frame = 0; frame < 3; frame++)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(result).toBeVisible()
})

test.describe('scripts and fonts after the first picture', () => {
  /** Opens a ring whose pictures never load; returns the requested scripts and fonts. */
  async function openWithoutPictures(page: Page) {
    const scripts: string[] = []
    const fonts: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'script') scripts.push(pathname)
      if (request.resourceType() === 'font') fonts.push(pathname)
    })
    let sendPictures = () => {}
    const held = new Promise<void>((resolve) => (sendPictures = resolve))
    await page.route('**/pictures/*', async (route) => {
      await held
      await route.continue()
    })
    // The page’s clock is paused, so that no timeout loads the scripts.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.goto('/rings/801', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    return { scripts, fonts, sendPictures }
  }

  // Shows B.picture-first
  test('load once it is complete', async ({ page }) => {
    const { scripts, fonts, sendPictures } = await openWithoutPictures(page)
    expect([...scripts, ...fonts]).toEqual([])
    sendPictures()
    await page.clock.resume()
    await expect.poll(() => scripts).not.toEqual([])
    await expect.poll(() => loadedFontFamilies(page)).toEqual(expect.arrayContaining(['Anek', 'Cormorant']))
    expect(fonts).toHaveLength(4)
  })

  // Shows B.picture-first
  test('load at once on a click', async ({ page }) => {
    const { scripts } = await openWithoutPictures(page)
    expect(scripts).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect.poll(() => scripts).not.toEqual([])
  })

  // Shows B.picture-first
  test('load after two seconds at the latest', async ({ page }) => {
    const { scripts } = await openWithoutPictures(page)
    await page.clock.runFor(1900)
    expect(scripts).toEqual([])
    await page.clock.runFor(200)
    await expect.poll(() => scripts).not.toEqual([])
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  // Requests of preloaded scripts fail without JavaScript.
  test.beforeEach(({ allowErrors }) => allowErrors(/\/assets\/.*\.js$/))

  test('the fonts load', async ({ page }) => {
    const font = page.waitForRequest(/\/anek-latin-.*\.woff2$/)
    await page.goto('/')
    await font
  })

  test('a listing renders and its filters work', async ({ page }) => {
    await page.goto('/rings')
    await expect(page.getByRole('link', { name: 'Chandrika Solitaire Ring' })).toBeVisible()
    await page.goto('/rings?metal=Silver')
    await expect(page.getByText('Showing 4 results')).toBeVisible()
  })

  // Shows B.before-script
  test('a search among the rings finds matches and shows its interpretation', async ({ page }) => {
    await page.goto('/rings?q=anguthi')
    await expect(page.getByText('Showing 32 results')).toBeVisible()
    await expect(page.getByText('Shown for “anguthi”: rings')).toBeVisible()
    await page.goto('/allproducts?q=anguthi')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “anguthi”')
    await expect(page.getByText('Showing 0 results')).toBeHidden()
  })

  test('a detail page renders its price and price breakup', async ({ page }) => {
    await page.goto('/rings/830')
    await expect(page.getByText('₹41,245.00').first()).toBeVisible()
    await expect(page.getByText('₹2,555.00').first()).toBeVisible()
  })

  test('the cart says that it needs JavaScript and how to order without it', async ({ page }) => {
    await page.goto('/cart')
    // By CSS selector: text and role locators skip noscript.
    const text = page.getByRole('main').locator('noscript p')
    await expect(text.first()).toBeVisible()
    await expect(text.first()).toContainText('Your cart is kept in this browser and needs JavaScript')
    await expect(text.locator('a[href="tel:+911155501995"]')).toBeVisible()
    await expect(text.locator('a[href="mailto:care@swarnika.example?subject=An%20order"]')).toBeVisible()
    // Nothing looks like it is loading if it never loads.
    await expect(page.getByText('Loading your cart')).toBeHidden()
  })
})

// Shows D16.contact, 2.contact
test('stores, emails and confirms a contact message', async ({ page, allowErrors }) => {
  allowErrors(/status of 400/)
  const customer = newCustomer()
  await page.goto('/contact')
  const main = page.getByRole('main')
  await main.getByLabel(/name/i).fill(customer.name)
  await main.getByLabel(/e-?mail/i).fill('asha@example')
  await main.getByLabel(/message/i).fill('Is the Nakshi kada to be had in size 2.6?')
  const send = main.getByRole('button', { name: /send/i })
  await send.click()
  await expect(main.getByText('Please enter a complete e-mail address')).toBeVisible()
  await main.getByLabel(/e-?mail/i).fill(customer.email)
  await send.click()
  await expect(main.getByRole('status').or(main.getByText(/thank/i)).first()).toBeVisible()
  const emails = await emailsTo('care@swarnika.example', 1)
  expect(emails.some(({ text }) => text.includes('Nakshi kada'))).toBe(true)
})

// Shows D17.newsletter, 2.footer.subscribe
test('confirms a subscription by email', async ({ page }) => {
  const customer = newCustomer()
  await page.goto('/faq')
  const footer = page.getByRole('contentinfo')
  await footer.getByPlaceholder('Your email address').fill(customer.email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('Please confirm with the link in our e-mail')
  const [email] = await emailsTo(customer.email, 1)
  await page.goto(/https?:\/\/\S+newsletter\/confirm\S+/.exec(email?.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Thank you. Your subscription is confirmed.',
  )
})

// Shows 2.home.carousel, 2.home.carousel.buttons
test('the carousel can be paused and stepped in both directions', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /pause/i }).click()
  await expect(page.getByRole('button', { name: /play|start/i })).toBeVisible()
  await page.getByRole('button', { name: /next/i }).click()
  await expect(page.getByRole('group', { name: /^2 of 14/ })).toBeVisible()
  const previous = page.getByRole('button', { name: /previous/i })
  await previous.click()
  await expect(page.getByRole('group', { name: /^1 of 14/ })).toBeVisible()
  await previous.click()
  await expect(page.getByRole('group', { name: /^14 of 14/ })).toBeVisible()
})

// Shows D1.key, 2.cart.remove
test('the cart distinguishes an earring and an anklet with the same id', async ({ page }) => {
  await page.goto('/tops/1')
  await addToCart(page)
  await page.goto('/anklet/1')
  await addToCart(page)
  await page.goto('/cart')
  await page.getByRole('button', { name: /remove.*payal/i }).click()
  await expect(page.getByRole('region', { name: 'Pieces' }).getByText('Ranjani Kundan Jhumka')).toBeVisible()
})
