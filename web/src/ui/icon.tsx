import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowRightToLine from 'lucide-react/icons/arrow-right-to-line';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import BookOpen from 'lucide-react/icons/book-open';
import Briefcase from 'lucide-react/icons/briefcase';
import Building2 from 'lucide-react/icons/building-2';
import Calendar from 'lucide-react/icons/calendar';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import Clock from 'lucide-react/icons/clock';
import Columns3 from 'lucide-react/icons/columns-3';
import Copy from 'lucide-react/icons/copy';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Diamond from 'lucide-react/icons/diamond';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import FolderTree from 'lucide-react/icons/folder-tree';
import Globe from 'lucide-react/icons/globe';
import History from 'lucide-react/icons/history';
import GripVertical from 'lucide-react/icons/grip-vertical';
import HomeIcon from 'lucide-react/icons/house';
import ImageIcon from 'lucide-react/icons/image';
import Info from 'lucide-react/icons/info';
import Keyboard from 'lucide-react/icons/keyboard';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import ListFilter from 'lucide-react/icons/list-filter';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import Mail from 'lucide-react/icons/mail';
import MapIcon from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import Maximize from 'lucide-react/icons/maximize';
import Menu from 'lucide-react/icons/menu';
import Minus from 'lucide-react/icons/minus';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Network from 'lucide-react/icons/network';
import Package from 'lucide-react/icons/package';
import PanelLeft from 'lucide-react/icons/panel-left';
import Pencil from 'lucide-react/icons/pencil';
import PlugZap from 'lucide-react/icons/plug-zap';
import Plus from 'lucide-react/icons/plus';
import Power from 'lucide-react/icons/power';
import Printer from 'lucide-react/icons/printer';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Redo2 from 'lucide-react/icons/redo-2';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShoppingBasket from 'lucide-react/icons/shopping-basket';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Store from 'lucide-react/icons/store';
import Sun from 'lucide-react/icons/sun';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import Undo2 from 'lucide-react/icons/undo-2';
import Upload from 'lucide-react/icons/upload';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import classes from './icon.module.css';

// Lucide by icon: its index would load all 1,700 icons into each test and into the development server.
const icons = {
  alert: TriangleAlert,
  'arrow-down': ArrowDown,
  'arrow-up': ArrowUp,
  basket: ShoppingBasket,
  book: BookOpen,
  briefcase: Briefcase,
  building: Building2,
  calendar: Calendar,
  check: Check,
  'check-circle': CircleCheck,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  clock: Clock,
  columns: Columns3,
  copy: Copy,
  diamond: Diamond,
  download: Download,
  edit: Pencil,
  'error-circle': CircleX,
  eye: Eye,
  'eye-off': EyeOff,
  filter: ListFilter,
  fit: Maximize,
  globe: Globe,
  grip: GripVertical,
  grid: LayoutGrid,
  history: History,
  home: HomeIcon,
  image: ImageIcon,
  info: Info,
  key: KeyRound,
  keyboard: Keyboard,
  lock: Lock,
  'lock-open': LockOpen,
  mail: Mail,
  map: MapIcon,
  menu: Menu,
  minus: Minus,
  moon: Moon,
  more: Ellipsis,
  move: ArrowRightToLine,
  package: Package,
  panel: PanelLeft,
  paste: ClipboardPaste,
  pin: MapPin,
  plug: PlugZap,
  plus: Plus,
  power: Power,
  print: Printer,
  receipt: ReceiptText,
  redo: Redo2,
  refresh: RefreshCw,
  return: CornerDownLeft,
  search: Search,
  selector: ChevronsUpDown,
  shield: ShieldCheck,
  sliders: SlidersHorizontal,
  store: Store,
  sort: ArrowUpDown,
  'store-group': LayoutGrid,
  structure: Network,
  'sub-group': FolderTree,
  sun: Sun,
  swap: ArrowLeftRight,
  till: Monitor,
  trash: Trash2,
  truck: Truck,
  undo: Undo2,
  upload: Upload,
  user: UserRound,
  users: UsersRound,
  x: X,
};

export type IconName = keyof typeof icons;

type Props = {
  name: IconName;
  size?: 12 | 14 | 16 | 18 | 20 | 24;
  /** Its colour; by default that of the text around it. */
  c?: string | undefined;
  title?: string;
  className?: string | undefined;
};

/** SVG icon, hidden from assistive technology unless it has a title; Mantine has no icons. */
export function Icon({ name, size = 18, c, title, className }: Props): ReactNode {
  const Shape = icons[name];
  return (
    <Shape
      className={[classes.icon, className].filter(Boolean).join(' ')}
      size={`${size / 16}rem`}
      strokeWidth={1.8}
      fill={name === 'diamond' ? 'currentColor' : 'none'}
      style={c ? { color: c } : undefined}
      focusable="false"
      {...(title ? { role: 'img', 'aria-label': title } : {})}
    />
  );
}
