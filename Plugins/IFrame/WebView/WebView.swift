import CWebKit
