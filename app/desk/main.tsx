/** The desk: a separate app, so that shoppers load none of its code. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Desk } from './Desk.tsx'

const root = document.querySelector('#desk')
if (!root) throw new Error('The page has no place for the desk')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename="/desk">
      <Desk />
    </BrowserRouter>
  </StrictMode>,
)
