/** A purchase by keyboard only, without a pointer; asserts the accessibility tree that a screen reader reads. */
import { expect, test } from './support/test.ts'
import { within } from './support/slow.ts'
import { newCustomer } from './support/customer.ts'
import { tabBackTo, tabTo } from './support/keyboard.ts'

test('a visitor buys a ring by keyboard only, with each step announced', async ({ page }) => {
  test.slow()
  const customer = newCustomer()
  const main = page.getByRole('main')
  const { keyboard } = page

  await page.goto('/')
  const search = page.getByRole('combobox', { name: 'Search jewellery' })
  await tabTo(page, search)
  await keyboard.type('chandrika')
  await expect(page.getByRole('listbox')).toMatchAriaSnapshot(`
    - listbox "Suggestions":
      - group:
        - option /Chandrika Solitaire Ring Rings · Engagement ₹[\\d,.]+/
  `)
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Chandrika Solitaire Ring')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rings\/\d+$/)
  await expect(main).toBeFocused()

  const add = main.getByRole('button', { name: 'Add to Cart' }).first()
  await tabTo(page, add)
  await keyboard.press('Enter')
  await expect(page.getByText('Item added to cart!')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Your cart' })
  await expect(panel).toMatchAriaSnapshot(`
    - region "Your cart":
      - paragraph: Chandrika Solitaire Ring
      - paragraph: /Size 12 · Quantity 1 · ₹[\\d,.]+/
      - button "Close"
      - paragraph: /Subtotal, 1 piece ₹[\\d,.]+/
      - link "View Cart"
  `)
  await expect(add).toBeFocused()
  await keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(add).toBeFocused()

  await tabBackTo(page, page.getByRole('banner').getByRole('link', { name: 'Cart' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  await expect(main).toBeFocused()
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Your Cart" [level=1]
      - paragraph: 1 piece
      - region "Pieces":
        - list:
          - listitem:
            - article "Chandrika Solitaire Ring, Size 12":
              - heading "Chandrika Solitaire Ring" [level=2]
              - combobox "Size"
              - group "Quantity of Chandrika Solitaire Ring, Size 12":
                - button "One less" [disabled]
                - status: Quantity 1
                - button "One more"
              - button "Remove Chandrika Solitaire Ring, Size 12"
      - region "Summary":
        - heading "Summary" [level=2]
        - term: Shipping
        - definition: Free
        - button "Proceed to Checkout"
        - link "Continue Shopping"
        - button "Empty Cart"
  `)

  await tabTo(page, main.getByRole('button', { name: 'Proceed to Checkout' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?from=%2Fcart$/)
  await expect(main).toBeFocused()
  await tabTo(page, main.getByRole('link', { name: 'Sign up' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signup/)
  await expect(main).toBeFocused()
  await tabTo(page, main.getByLabel('Full Name'))
  await keyboard.type(customer.name)
  await tabTo(page, main.getByLabel('Email'))
  await keyboard.type(customer.email)
  await tabTo(page, main.getByLabel('Password', { exact: true }))
  await keyboard.type(customer.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  await expect(main).toBeFocused()

  await tabTo(page, main.getByRole('button', { name: 'Proceed to Checkout' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/step=checkout/)
  await expect(main).toBeFocused()
  const address = page.getByRole('group', { name: 'Shipping Address' })
  const street = address.getByLabel('Address', { exact: true })
  await expect(street).toBeVisible()
  const proceed = main.getByRole('button', { name: 'Proceed to Payment' })
  await tabTo(page, proceed)
  await keyboard.press('Enter')
  await expect(street).toBeFocused()
  await expect(address).toMatchAriaSnapshot(`
    - group "Shipping Address":
      - textbox "Name"
      - textbox "Address"
      - paragraph: Address is required
      - textbox "Pincode"
      - paragraph: Pincode is required
      - textbox "City"
      - paragraph: City is required
      - combobox "State"
      - paragraph: State is required
      - textbox "Phone"
      - paragraph: Phone number is required
      - textbox "Email"
      - checkbox "Save this address" [checked]
  `)
  await expect(main.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - text: Address is required, City is required, State is required, Pincode is required, Phone number is required, Please select a shipping method
  `)

  await keyboard.type('14 Ajmal Khan Road')
  await tabTo(page, address.getByLabel('Pincode'))
  await keyboard.type('302001')
  await tabTo(page, address.getByLabel('City'))
  await keyboard.type('Jaipur')
  // The pincode has filled in the state.
  await expect(address.getByLabel('State')).toHaveValue('Rajasthan')
  await tabTo(page, address.getByLabel('Phone'))
  await keyboard.type('9811012345')
  const couriers = page.getByRole('group', { name: 'Shipping Method' })
  const courier = couriers.getByRole('radio').first()
  await tabTo(page, courier)
  await keyboard.press('Space')
  await expect(courier).toBeChecked()
  // With free shipping, the fastest is also the cheapest; the others are collapsed.
  await tabTo(page, couriers.locator('summary'))
  await keyboard.press('Enter')
  await tabBackTo(page, courier)
  await keyboard.press('ArrowDown')
  await expect(courier).not.toBeChecked()
  await tabTo(page, proceed)
  await keyboard.press('Enter')

  const dialog = page.frameLocator('iframe')
  await expect(dialog.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await expect(main.getByRole('status').filter({ hasText: /payment/ })).toMatchAriaSnapshot(`
    - status:
      - paragraph: Initializing payment...
  `)
  await tabTo(page, dialog.getByLabel('UPI ID'))
  await keyboard.type('success@razorpay')
  await tabTo(page, dialog.getByRole('button', { name: /^Pay ₹/ }))
  await keyboard.press('Enter')

  await expect(page).toHaveURL(/\/order-success$/, within(30))
  await expect(main).toBeFocused()
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Order Confirmation" [level=1]
      - paragraph: /Thank you, \\w+/
      - status: Payment Successful!
      - article:
        - term: Order ID
        - definition: /SJ-[0-9A-Z]{16}/
        - table "Pieces":
          - rowgroup:
            - row:
              - rowheader /Chandrika Solitaire Ring x 1 Size 12/
        - term: Total Amount
        - definition: /₹[\\d,.]+/
      - link "Continue Shopping"
      - link "See your order"
      - button "Print Invoice"
  `)
})
