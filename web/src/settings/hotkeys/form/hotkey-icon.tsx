import type { HotkeyIcon as HotkeyIconName } from '@storeward/contract/settings/lists/hotkey-looks';
import Apple from 'lucide-react/icons/apple';
import Baby from 'lucide-react/icons/baby';
import Cake from 'lucide-react/icons/cake';
import Coffee from 'lucide-react/icons/coffee';
import CreditCard from 'lucide-react/icons/credit-card';
import Flower from 'lucide-react/icons/flower';
import Footprints from 'lucide-react/icons/footprints';
import Gift from 'lucide-react/icons/gift';
import Heart from 'lucide-react/icons/heart';
import Percent from 'lucide-react/icons/percent';
import Shirt from 'lucide-react/icons/shirt';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Ticket from 'lucide-react/icons/ticket';
import Utensils from 'lucide-react/icons/utensils';

const icons: Readonly<Record<HotkeyIconName, typeof Apple>> = {
  apple: Apple,
  baby: Baby,
  cake: Cake,
  coffee: Coffee,
  'credit-card': CreditCard,
  flower: Flower,
  footprints: Footprints,
  gift: Gift,
  heart: Heart,
  percent: Percent,
  shirt: Shirt,
  'shopping-bag': ShoppingBag,
  star: Star,
  tag: Tag,
  ticket: Ticket,
  utensils: Utensils,
};

const isKnown = (name: string): name is HotkeyIconName => Object.hasOwn(icons, name);

/** The icon of a key; nothing if the name is unknown. */
export function HotkeyIcon({ name }: { readonly name: string }) {
  if (!isKnown(name)) return null;
  const Shape = icons[name];
  return <Shape size={28} strokeWidth={1.75} aria-hidden focusable="false" />;
}
